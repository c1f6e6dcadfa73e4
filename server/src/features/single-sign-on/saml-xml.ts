/** An element as the parser reads it: attributes, text and children by name, without namespace prefixes. */
export type XmlElement = Record<string, unknown>;

/** Parses XML without a document type, so it can't define entities. Throws the reason otherwise. */
export async function parseXml(xml: string): Promise<XmlElement> {
  if (/<!(doctype|entity)/i.test(xml)) throw new Error('document type');
  // Loaded with the first use: most organizations have no SAML.
  const { parseXml2JsFromString } = await import('@node-saml/node-saml/lib/xml.js');
  const parsed: unknown = await parseXml2JsFromString(xml).catch(() => null);
  if (parsed === null || typeof parsed !== 'object') throw new Error('not XML');
  return parsed as XmlElement;
}

export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  const found = element && Object.hasOwn(element, name) ? element[name] : undefined;
  return [found].flat().filter((child): child is XmlElement => child !== null && typeof child === 'object');
}

/** The first descendant along these names. */
export function descendant(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>((parent, name) => children(parent, name)[0], element);
}

export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  const value = (element?.$ as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

export function textOf(element: XmlElement | undefined): string | undefined {
  return typeof element?._ === 'string' ? element._.trim() : undefined;
}
