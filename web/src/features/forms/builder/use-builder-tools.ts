import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { servicesQuery } from '../../../lib/queries/organization.query.ts';
import type { BuilderTools } from './builder-context.ts';
import { placeOfGap } from './builder-drag.ts';
import { pageBreak } from './builder-palette.tsx';
import { type BuilderAction, type BuilderState, builderReducer, openBuilder } from './builder-reducer.ts';
import { brokenKeys, dependents, questionNumbers } from './builder-rules.ts';
import { find, type Node } from './builder-tree.ts';
import { type QuestionKind, questionKinds } from './definition/question-kinds.ts';
import type { InspectorTab } from './inspector/inspector.tsx';

export type Pane = 'palette' | 'form' | 'settings';

/** The form being built, what is open beside it, and what people can do with both. */
export function useBuilderTools(
  root: RefObject<HTMLElement | null>,
  initial: SurveyDefinition,
  published: SurveyDefinition | null,
) {
  const { data: services } = useQuery(servicesQuery(useOwnOrganizationId()));
  const [state, apply] = useReducer(builderReducer, initial, (form) => openBuilder(form, published));
  const { definition } = state;
  const [tab, setTab] = useState<InspectorTab>('form');
  const [pane, setPane] = useState<Pane>('form');
  const [dragging, setDragging] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<{ node: Node; dependents: Node[] } | null>(null);
  const [said, setSaid] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const focusNext = useBuilderFocus(root, state);
  const numbers = useMemo(() => questionNumbers(definition), [definition]);
  const broken = useMemo(() => brokenKeys(definition), [definition]);

  function dispatch(action: BuilderAction, focus?: 'handle' | 'title') {
    if (action.type === 'remove' && action.rules === undefined && askBeforeDeleting(action.key)) return;
    if (focus) focusNext(focus);
    if (action.type === 'select' && tab === 'form') setTab('question');
    apply(action);
  }

  /** Rules about a deleted question would never be true again. */
  function askBeforeDeleting(key: string): boolean {
    const node = find(definition, key)?.node;
    const found = node ? dependents(definition, node) : [];
    if (node && found.length > 0) setDeleting({ node, dependents: found });
    return found.length > 0;
  }

  function add(kind: QuestionKind | typeof pageBreak, place = placeOfGap('')) {
    const where = place ? { place } : {};
    // People type the question next.
    if ('element' in kind) dispatch({ type: 'add', element: kind.element, ...where }, 'title');
    else dispatch({ type: 'break page', ...where });
    setTab('question');
    setPane('form');
    setSaid(`${kind.label} added.`);
  }

  function drop(id: string, over: string | number | undefined) {
    setDragging(null);
    const place = over === undefined ? null : placeOfGap(over);
    if (!place) return;
    const kind = [...questionKinds, pageBreak].find((one) => one.id === id);
    if (kind) add(kind, place);
    else dispatch({ type: 'move', key: id, place }, 'handle');
  }

  function showPalette() {
    flushSync(() => setPane('palette'));
    search.current?.focus();
  }

  const tools: BuilderTools = { state, dispatch, published, services, numbers, broken, dragging, showPalette };
  return { tools, apply, tab, setTab, pane, setPane, setDragging, deleting, setDeleting, said, search, add, drop };
}

/**
 * Keeps focus and scroll position on the selection, because a question moved to another page is a new DOM element.
 * Returns a function that requests focus after the next change.
 */
function useBuilderFocus(root: RefObject<HTMLElement | null>, { definition, selected }: BuilderState) {
  const wanted = useRef<'handle' | 'title' | null>(null);
  useLayoutEffect(() => {
    void definition;
    const card = selected && root.current?.querySelector(`[data-node="${CSS.escape(selected)}"]`);
    if (!card) return;
    if (wanted.current) card.querySelector<HTMLElement>(`[data-focus="${wanted.current}"]`)?.focus();
    wanted.current = null;
    card.scrollIntoView({ block: 'nearest' });
  }, [root, definition, selected]);
  return (part: 'handle' | 'title') => {
    wanted.current = part;
  };
}
