type Child = Node | string;

/** An element with its attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

export function button(label: string, kind: 'primary' | 'quiet', press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: kind }, label);
  made.addEventListener('click', press);
  return made;
}

export function link(label: string, url: string, kind = 'quiet button'): HTMLAnchorElement {
  return element('a', { href: url, class: kind }, label);
}
