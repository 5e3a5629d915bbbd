/* Words of the page, by the tables of web/languages/, all of which are part of it. Elements of
 * index.html with data-t have their text from there, those with data-label their label. */
import { t as translate } from "../../board/texts.js";
import type { en } from "../../languages/en.js";

export { nameOf, Texts } from "../../board/texts.js";

export type TextKey = keyof typeof en;

export const t: (key: TextKey, values?: Record<string, string | number>) => string = translate;

/** Fills the elements below `root`. */
export function fillTexts(root: ParentNode): void {
  for (const node of root.querySelectorAll<HTMLElement>("[data-t]"))
    node.textContent = t(node.dataset.t as TextKey);
  for (const node of root.querySelectorAll<HTMLElement>("[data-label]")) {
    const text = t(node.dataset.label as TextKey);
    node.setAttribute("aria-label", text);
    if (node.tagName === "BUTTON") node.title = text;
  }
}
