/** How are elements of the page found, made and filled? */

/** @param id of an element that rating-page.ts writes */
export function at<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** @param selector of an element that is there */
export function part<T extends HTMLElement>(parent: ParentNode, selector: string): T {
  return parent.querySelector(selector) as T;
}

/** @param template id of a template with one element */
export function copyOf(template: string): HTMLElement {
  return at<HTMLTemplateElement>(template).content.firstElementChild?.cloneNode(true) as HTMLElement;
}

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, text = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** Writes only what is new: a screen reader would say the old text again. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** To screen readers. */
export function announce(words: string): void {
  at("announcement").textContent = words;
}
