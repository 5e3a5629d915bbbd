/* Elements of the page, by id, and files that are saved. New elements: web/board/dom.js. */
import { make } from "../../board/dom.js";

export { button, make, tableRow } from "../../board/dom.js";

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const node = document.getElementById(id);
  if (!node) throw new Error(`no element ${id}`);
  return node as T;
}

export function svgById(id: string): SVGSVGElement {
  return byId(id) as unknown as SVGSVGElement;
}

/** Saves a text as a file of the user. */
export function download(name: string, data: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
