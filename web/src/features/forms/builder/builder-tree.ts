import type { SurveyDefinition, SurveyElement, SurveyPage } from '@kinbridge/forms/form-definition';

/**
 * Identifies pages and questions while editing, because names can change, or repeat in imported forms. A symbol is
 * copied along but unknown to JSON, so the form itself stays unchanged.
 */
const keyProperty: unique symbol = Symbol('key');

export type Node = SurveyPage | SurveyElement;

export function keyOf(node: Node): string {
  return (node as { [keyProperty]?: string })[keyProperty] ?? '';
}

/** An element's position in a page or panel: before the element at `index`. */
export interface Place {
  parent: string;
  index: number;
}

export interface Found {
  node: Node;
  /** Null for a page. */
  parent: string | null;
  index: number;
}

/** The property that holds the elements of a page, a panel or a repeating panel; null for a question. */
export function childrenProperty(node: Node): 'elements' | 'templateElements' | null {
  if (!('type' in node) || node.type === undefined) return 'elements';
  if (node.type === 'panel') return 'elements';
  return node.type === 'paneldynamic' ? 'templateElements' : null;
}

export function childrenOf(node: Node): SurveyElement[] {
  const property = childrenProperty(node);
  return property ? ((node[property] as SurveyElement[] | undefined) ?? []) : [];
}

function withChildren<N extends Node>(node: N, children: SurveyElement[]): N {
  const property = childrenProperty(node);
  return property ? { ...node, [property]: children } : node;
}

/** Gives a key to every page and element that has none, counting up from a number. */
export function withKeys(definition: SurveyDefinition, from: number): { definition: SurveyDefinition; next: number } {
  let next = from;
  const keyed = <N extends Node>(node: N): N => {
    const key = keyOf(node) || `k${next++}`;
    const children = childrenOf(node);
    return { ...(children.length > 0 ? withChildren(node, children.map(keyed)) : node), [keyProperty]: key };
  };
  return { definition: { ...definition, pages: (definition.pages ?? []).map(keyed) }, next };
}

/** A deep copy without keys; it gets new ones when inserted. */
export function withoutKeys<T>(node: T): T {
  return JSON.parse(JSON.stringify(node)) as T;
}

/** Every page and element in the order of the form. */
export function* walk(definition: SurveyDefinition): Generator<Found> {
  for (const [index, page] of (definition.pages ?? []).entries()) {
    yield { node: page, parent: null, index };
    yield* walkIn(page);
  }
}

function* walkIn(parent: Node): Generator<Found> {
  for (const [index, node] of childrenOf(parent).entries()) {
    yield { node, parent: keyOf(parent), index };
    yield* walkIn(node);
  }
}

export function find(definition: SurveyDefinition, key: string | null): Found | null {
  if (key === null) return null;
  for (const found of walk(definition)) if (keyOf(found.node) === key) return found;
  return null;
}

/** The page that an element is on, or the page itself. */
export function pageOf(definition: SurveyDefinition, key: string): SurveyPage | null {
  return (definition.pages ?? []).find((page) => keyOf(page) === key || isWithin(page, key)) ?? null;
}

export function isWithin(node: Node, key: string): boolean {
  return childrenOf(node).some((child) => keyOf(child) === key || isWithin(child, key));
}

/** Changes one page or element; everything off its path stays the same object. */
export function update(definition: SurveyDefinition, key: string, change: (node: Node) => Node): SurveyDefinition {
  const visit = <N extends Node>(node: N): N => {
    if (keyOf(node) === key) return change(node) as N;
    return isWithin(node, key) ? withChildren(node, childrenOf(node).map(visit)) : node;
  };
  return { ...definition, pages: (definition.pages ?? []).map(visit) };
}

export function insert(definition: SurveyDefinition, { parent, index }: Place, element: SurveyElement) {
  return update(definition, parent, (node) => withChildren(node, childrenOf(node).toSpliced(index, 0, element)));
}

export function remove(definition: SurveyDefinition, key: string): SurveyDefinition {
  const found = find(definition, key);
  if (!found) return definition;
  if (found.parent === null) {
    return { ...definition, pages: (definition.pages ?? []).filter((page) => keyOf(page) !== key) };
  }
  return update(definition, found.parent, (node) =>
    withChildren(
      node,
      childrenOf(node).filter((child) => keyOf(child) !== key),
    ),
  );
}
