/* Elements of the page, by id, and new ones. Text is always set as text, never as HTML. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const node = document.getElementById(id);
  if (!node) throw new Error(`no element ${id}`);
  return node as T;
}

export function svgById(id: string): SVGSVGElement {
  return byId(id) as unknown as SVGSVGElement;
}

type Attributes = Record<string, string | number | boolean | null>;

/** A new element; an attribute that is false or null is left out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== false && value !== null) node.setAttribute(key, value === true ? "" : String(value));
  node.append(...children);
  return node;
}

export function button(text: string | (Node | string)[], click: () => void,
                       attributes: Attributes = {}): HTMLButtonElement {
  const node = make("button", { type: "button", ...attributes }, ...(typeof text === "string" ? [text] : text));
  node.addEventListener("click", click);
  return node;
}

export function tableRow(cells: (Node | string)[]): HTMLTableRowElement {
  const row = make("tr");
  cells.forEach((cell, i) => row.append(i === 0 ? make("th", { scope: "row" }, cell) : make("td", {}, cell)));
  return row;
}

/** A move with its disc for the eye and its side in words for the ear: "13 (Black) c2 ??". */
export function moveLabel(before: string, isBlack: boolean, side: string, after: string): (Node | string)[] {
  return [before, make("span", { class: `disc ${isBlack ? "black" : "white"}`, "aria-hidden": "true" }),
    make("span", { class: "unseen" }, side), " " + after];
}

/** Saves a text as a file of the user. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
