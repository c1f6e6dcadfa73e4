import type { SurveyDefinition, SurveyPage } from '@kinbridge/forms/form-definition';
import { childrenOf, childrenProperty, find, keyOf, type Node, type Place } from './builder-tree.ts';

/** After the selection, or at the end of the selected or the last page. */
export function placeAfterSelection({
  definition,
  selected,
}: {
  definition: SurveyDefinition;
  selected: string | null;
}): Place {
  const found = find(definition, selected);
  if (found && found.parent !== null) return { parent: found.parent, index: found.index + 1 };
  const page = (found?.node as SurveyPage | undefined) ?? definition.pages?.at(-1);
  return { parent: page ? keyOf(page) : '', index: page ? childrenOf(page).length : 0 };
}

/** The next place in the form: past a question, into a panel, out of it, on to the next page. */
export function placeBy(definition: SurveyDefinition, parent: string, index: number, by: -1 | 1): Place | null {
  const container = find(definition, parent);
  if (!container) return null;
  const neighbor = childrenOf(container.node)[index + by];
  if (neighbor && childrenProperty(neighbor)) {
    return { parent: keyOf(neighbor), index: by === 1 ? 0 : childrenOf(neighbor).length };
  }
  if (neighbor) return { parent, index: by === 1 ? index + 2 : index - 1 };
  if (container.parent !== null) return { parent: container.parent, index: container.index + (by === 1 ? 1 : 0) };
  const page: Node | undefined = definition.pages?.[container.index + by];
  return page ? { parent: keyOf(page), index: by === 1 ? 0 : childrenOf(page).length } : null;
}

/** The selection after a deletion: the next element, the previous one, or the parent. */
export function neighborOf(definition: SurveyDefinition, { parent, index }: { parent: string | null; index: number }) {
  if (parent === null) return null;
  const siblings = childrenOf(find(definition, parent)?.node ?? {});
  const next = siblings[index + 1] ?? siblings[index - 1];
  return next ? keyOf(next) : parent;
}
