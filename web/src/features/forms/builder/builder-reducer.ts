import {
  questionsOf,
  type SurveyDefinition,
  type SurveyElement,
  type SurveyPage,
} from '@kinbridge/forms/form-definition';
import { freeName, isNamedByBuilder, nameFromTitle, renameInExpressions } from './builder-names.ts';
import { neighborOf, placeAfterSelection, placeBy } from './builder-places.ts';
import { namesWithin, withoutRulesAbout } from './builder-rules.ts';
import {
  childrenOf,
  childrenProperty,
  find,
  insert,
  isWithin,
  keyOf,
  type Place,
  pageOf,
  remove,
  update,
  walk,
  withKeys,
  withoutKeys,
} from './builder-tree.ts';
import { textFor } from './definition/local-text.ts';
import { isQuestion } from './definition/question-kinds.ts';

interface Snapshot {
  definition: SurveyDefinition;
  selected: string | null;
}

export interface BuilderState extends Snapshot {
  /** Names that answers are stored under, which must not change. */
  published: ReadonlySet<string>;
  past: Snapshot[];
  future: Snapshot[];
  nextKey: number;
  /** What the last change was about: more typing in the same place is one undo step. */
  typing: string | null;
}

export type BuilderAction =
  | { type: 'select'; key: string | null }
  /** Without a place, it goes after the selection or to the end of the last page. */
  | { type: 'add'; element: SurveyElement; place?: Place }
  | { type: 'add page' }
  /** Moves what comes after the selection to a new page. */
  | { type: 'break page'; place?: Place }
  /** Undefined removes a property. */
  | { type: 'change'; key: string; changes: Record<string, unknown> }
  | { type: 'change form'; changes: Record<string, unknown> }
  | { type: 'rename'; key: string; name: string }
  | { type: 'move'; key: string; place: Place }
  | { type: 'move by'; key: string; by: -1 | 1 }
  | { type: 'duplicate'; key: string }
  /** With `rules`, also removes other questions' rules about it. */
  | { type: 'remove'; key: string; rules?: boolean }
  | { type: 'replace'; definition: SurveyDefinition }
  | { type: 'undo' }
  | { type: 'redo' };

const remembered = 200;

/** Opens a form for editing. A form without pages gets one. */
export function openBuilder(form: SurveyDefinition, before: SurveyDefinition | null = null): BuilderState {
  const { definition, next } = withKeys(withPages(form), 1);
  const published = new Set(before ? questionsOf(before).map(({ name }) => name) : []);
  return { definition, published, selected: null, past: [], future: [], nextKey: next, typing: null };
}

function withPages({ elements, ...rest }: SurveyDefinition): SurveyDefinition {
  const pages = rest.pages ?? [];
  if (elements?.length) return { ...rest, pages: [...pages, { name: 'page1', elements }] };
  return pages.length > 0 ? { ...rest, pages } : { ...rest, pages: [{ name: 'page1', elements: [] }] };
}

export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case 'select':
      return { ...state, selected: action.key, typing: null };
    case 'undo':
      return travel(state, 'past', 'future');
    case 'redo':
      return travel(state, 'future', 'past');
    case 'change':
      return changed(
        state,
        'title' in action.changes ? retitled(state, action.key, action.changes) : merged(state, action),
        { typing: `${action.key} ${Object.keys(action.changes)}` },
      );
    case 'change form':
      return changed(state, merge(state.definition, action.changes), { typing: `form ${Object.keys(action.changes)}` });
    case 'rename':
      return renamed(state, action.key, action.name.trim());
    case 'add':
      return added(state, action.element, action.place ?? placeAfterSelection(state));
    case 'add page':
      return pageAdded(state);
    case 'break page':
      return pageBroken(state, action.place ?? placeAfterSelection(state));
    case 'move':
      return moved(state, action.key, action.place);
    case 'move by':
      return movedBy(state, action.key, action.by);
    case 'duplicate':
      return duplicated(state, action.key);
    case 'remove':
      return removed(state, action.key, action.rules === true);
    case 'replace':
      return changed(state, withPages(withoutKeys(action.definition)), { selected: null });
  }
}

function changed(
  state: BuilderState,
  definition: SurveyDefinition,
  { selected = state.selected, typing = null }: { selected?: string | null; typing?: string | null } = {},
): BuilderState {
  const keyed = withKeys(definition, state.nextKey);
  const goesOn = typing !== null && typing === state.typing;
  return {
    ...state,
    definition: keyed.definition,
    nextKey: keyed.next,
    selected,
    typing,
    past: goesOn ? state.past : [...state.past, snapshot(state)].slice(-remembered),
    future: [],
  };
}

function snapshot({ definition, selected }: BuilderState): Snapshot {
  return { definition, selected };
}

function travel(state: BuilderState, from: 'past' | 'future', to: 'past' | 'future'): BuilderState {
  const last = state[from].at(-1);
  if (!last) return state;
  return {
    ...state,
    ...last,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], snapshot(state)],
    typing: null,
  };
}

function merged({ definition }: BuilderState, { key, changes }: { key: string; changes: Record<string, unknown> }) {
  return update(definition, key, (node) => merge(node, changes));
}

/** A new question is named after its title, until someone names it or it is published. */
function retitled(state: BuilderState, key: string, changes: Record<string, unknown>): SurveyDefinition {
  const definition = merged(state, { key, changes });
  const before = find(state.definition, key)?.node;
  if (!before?.name || !('type' in before) || !isQuestion(before as SurveyElement)) return definition;
  if (state.published.has(before.name) || !isNamedByBuilder(before.name, textFor(before.title, 'default'))) {
    return definition;
  }
  const others = [...walk(definition)].flatMap(({ node }) => (keyOf(node) === key ? [] : [node.name ?? '']));
  const name = freeName(nameFromTitle(textFor(changes.title, 'default')), new Set(others));
  if (name === before.name) return definition;
  return renameInExpressions(
    update(definition, key, (node) => ({ ...node, name })),
    before.name,
    name,
  );
}

function merge<T extends object>(node: T, changes: Record<string, unknown>): T {
  const next = { ...node, ...changes };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete (next as Record<string, unknown>)[name];
  }
  return next;
}

function added(state: BuilderState, element: SurveyElement, place: Place): BuilderState {
  const named = withNewNames(state.definition, withoutKeys(element));
  return changed(state, insert(state.definition, place, named), { selected: `k${state.nextKey}` });
}

/** Unique names for the element and everything inside it. */
function withNewNames(definition: SurveyDefinition, element: SurveyElement): SurveyElement {
  const taken = new Set([...walk(definition)].map(({ node }) => node.name ?? ''));
  const rename = (one: SurveyElement): SurveyElement => {
    const name = freeName(one.name, taken);
    taken.add(name);
    const property = childrenProperty(one);
    return { ...one, name, ...(property && one[property] && { [property]: childrenOf(one).map(rename) }) };
  };
  return rename(element);
}

function pageName(definition: SurveyDefinition): string {
  return freeName('page', new Set((definition.pages ?? []).map(({ name }) => name ?? '')));
}

function pageAdded(state: BuilderState): BuilderState {
  const pages = [...(state.definition.pages ?? []), { name: pageName(state.definition), elements: [] }];
  return changed(state, { ...state.definition, pages }, { selected: `k${state.nextKey}` });
}

function pageBroken(state: BuilderState, place: Place): BuilderState {
  const { definition } = state;
  const page = pageOf(definition, place.parent);
  if (!page) return state;
  const elements = childrenOf(page);
  // Inside a panel, the page breaks after the panel.
  const cut =
    keyOf(page) === place.parent
      ? place.index
      : elements.findIndex((element) => keyOf(element) === place.parent || isWithin(element, place.parent)) + 1;
  const after: SurveyPage = { name: pageName(definition), elements: elements.slice(cut) };
  const pages = (definition.pages ?? []).flatMap((one) =>
    one === page ? [{ ...page, elements: elements.slice(0, cut) }, after] : [one],
  );
  return changed(state, { ...definition, pages }, { selected: `k${state.nextKey}` });
}

function renamed(state: BuilderState, key: string, name: string): BuilderState {
  const found = find(state.definition, key);
  const taken = [...walk(state.definition)].some(({ node }) => node.name === name);
  if (!found || name === '' || taken) return state;
  const before = found.node.name ?? '';
  const definition = update(state.definition, key, (node) => ({ ...node, name }));
  return changed(state, renameInExpressions(definition, before, name));
}

function moved(state: BuilderState, key: string, place: Place): BuilderState {
  const found = find(state.definition, key);
  if (!found || found.parent === null) return state;
  if (place.parent === key || isWithin(found.node, place.parent)) return state;
  // Removing it moves the elements behind it up by one.
  const shift = place.parent === found.parent && place.index > found.index ? 1 : 0;
  if (place.parent === found.parent && place.index - shift === found.index) return state;
  const without = remove(state.definition, key);
  return changed(
    state,
    insert(without, { parent: place.parent, index: place.index - shift }, found.node as SurveyElement),
    { selected: key },
  );
}

function movedBy(state: BuilderState, key: string, by: -1 | 1): BuilderState {
  const found = find(state.definition, key);
  if (!found) return state;
  if (found.parent === null) return pageMovedBy(state, found.index, by);
  const place = placeBy(state.definition, found.parent, found.index, by);
  return place ? moved(state, key, place) : state;
}

function pageMovedBy(state: BuilderState, index: number, by: -1 | 1): BuilderState {
  const pages = [...(state.definition.pages ?? [])];
  const [page] = pages.splice(index, 1);
  if (!page || index + by < 0 || index + by > pages.length) return state;
  return changed(state, { ...state.definition, pages: pages.toSpliced(index + by, 0, page) });
}

function duplicated(state: BuilderState, key: string): BuilderState {
  const found = find(state.definition, key);
  if (!found || found.parent === null) return state;
  return added(state, found.node as SurveyElement, { parent: found.parent, index: found.index + 1 });
}

function removed(state: BuilderState, key: string, rules: boolean): BuilderState {
  const found = find(state.definition, key);
  const lastPage = found?.parent === null && (state.definition.pages ?? []).length === 1;
  if (!found || lastPage) return state;
  const without = remove(state.definition, key);
  const definition = rules ? withoutRulesAbout(without, namesWithin(found.node)) : without;
  return changed(state, definition, { selected: neighborOf(state.definition, found) });
}
