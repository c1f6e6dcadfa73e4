import { DndContext, DragOverlay, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { brokenRules } from '@kinbridge/forms/broken-rules';
import type { SurveyDefinition, SurveyElement } from '@kinbridge/forms/form-definition';
import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { loadLater } from '../../../lib/load-later.tsx';
import { servicesQuery } from '../../../lib/queries/organization.query.ts';
import type { SurveyBase } from '../forms.api.ts';
import classes from './builder.module.css';
import { BuilderCanvas } from './builder-canvas.tsx';
import { cardTitle } from './builder-card.tsx';
import { BuilderContext, type BuilderTools } from './builder-context.ts';
import { nearestGap, nextGap, placeOfGap } from './builder-drag.ts';
import { announcements, dragInstructions } from './builder-drag-text.ts';
import { useBuilderFocus } from './builder-focus.ts';
import { BuilderHeader } from './builder-header.tsx';
import { useBuilderKeys } from './builder-keys.ts';
import { BuilderPalette, pageBreak } from './builder-palette.tsx';
import { type BuilderAction, builderReducer, openBuilder } from './builder-reducer.ts';
import { dependents } from './builder-rules.ts';
import { find, keyOf, type Node, walk } from './builder-tree.ts';
import { isQuestion, type QuestionKind, questionKinds } from './definition/question-kinds.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { Inspector, type InspectorTab } from './inspector/inspector.tsx';
import { useSavedDraft } from './use-saved-draft.ts';

const TranslationTable = loadLater(async () => (await import('./translation-table.tsx')).TranslationTable);
const JsonDialog = loadLater(async () => (await import('./json-dialog.tsx')).JsonDialog);

interface BuilderProps {
  /** What to edit: a published version, a draft of it, or a new form. */
  initial: SurveyDefinition;
  /** The version that the edit started from, and its questions. */
  base: SurveyBase | null;
  published: SurveyDefinition | null;
}

type Pane = 'palette' | 'form' | 'settings';

/** Specification §2, /forms-create: builds a form, question by question. */
export function Builder({ initial, base, published }: BuilderProps) {
  const { data: services } = useQuery(servicesQuery(useOwnOrganizationId()));
  const [state, apply] = useReducer(builderReducer, initial, (form) => openBuilder(form, published));
  const [locale, setLocale] = useState('default');
  const [tab, setTab] = useState<InspectorTab>('form');
  const [pane, setPane] = useState<Pane>('form');
  const [dragging, setDragging] = useState<string | null>(null);
  const [jsonOpened, setJsonOpened] = useState(false);
  const [deleting, setDeleting] = useState<{ node: Node; dependents: Node[] } | null>(null);
  const [said, setSaid] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const [saved, saveNow] = useSavedDraft(state.definition, base);
  const focusNext = useBuilderFocus(root, state);
  const numbers = useMemo(() => numbersOf(state.definition), [state.definition]);
  const broken = useMemo(
    () => new Set(brokenRules(state.definition).map(({ owner }) => keyOf(owner as Node))),
    [state.definition],
  );
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextGap }),
  );

  function dispatch(action: BuilderAction, focus?: 'handle' | 'title') {
    if (action.type === 'remove' && action.rules === undefined && askBeforeDeleting(action.key)) return;
    if (focus) focusNext(focus);
    if (action.type === 'select' && tab === 'form') setTab('question');
    apply(action);
  }

  /** Rules about a deleted question would never be true again. */
  function askBeforeDeleting(key: string): boolean {
    const node = find(state.definition, key)?.node;
    const found = node ? dependents(state.definition, node) : [];
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

  /** Deselects first, so that shortcuts change no question while texts are translated. */
  function translate(language: string) {
    apply({ type: 'select', key: null });
    setLocale(language);
  }

  function showPalette() {
    flushSync(() => setPane('palette'));
    search.current?.focus();
  }

  useBuilderKeys(state, dispatch, dragging !== null || jsonOpened);
  const tools: BuilderTools = { state, dispatch, published, services, numbers, broken, dragging, showPalette };
  const titleOf = (id: string | number) => titleOfDragged(state.definition, String(id));
  return (
    <BuilderContext value={tools}>
      <div ref={root} className={classes.builder} data-pane={locale === 'default' ? pane : 'translation'}>
        <BuilderHeader base={base} saved={saved} onPreview={saveNow} locale={locale} onLocale={translate} />
        {locale === 'default' ? (
          <>
            <SegmentedControl
              className={`hidden ${classes.panes}`}
              fullWidth
              aria-label="Part of the builder"
              data={[
                { value: 'palette', label: 'Add' },
                { value: 'form', label: 'Form' },
                { value: 'settings', label: 'Settings' },
              ]}
              value={pane}
              onChange={(value) => setPane(value as Pane)}
            />
            <DndContext
              sensors={sensors}
              collisionDetection={nearestGap}
              accessibility={{
                announcements: announcements(state.definition, titleOf),
                screenReaderInstructions: { draggable: dragInstructions },
              }}
              onDragStart={({ active }) => setDragging(String(active.id))}
              onDragCancel={() => setDragging(null)}
              onDragEnd={({ active, over }) => drop(String(active.id), over?.id)}
            >
              <BuilderPalette search={search} onAdd={add} />
              <BuilderCanvas />
              <DragOverlay dropAnimation={null}>
                {dragging !== null && <div className={classes.dragged}>{titleOf(dragging)}</div>}
              </DragOverlay>
            </DndContext>
            <Inspector tab={tab} onTab={setTab} onJson={() => setJsonOpened(true)} />
          </>
        ) : (
          <Suspense>
            <TranslationTable language={locale} />
          </Suspense>
        )}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </div>
      {deleting && (
        <DeleteDialog
          {...deleting}
          onClose={() => setDeleting(null)}
          onDelete={(rules) => {
            dispatch({ type: 'remove', key: keyOf(deleting.node), rules }, 'title');
            setDeleting(null);
          }}
        />
      )}
      <Suspense>
        {jsonOpened && (
          <JsonDialog
            definition={state.definition}
            onClose={() => setJsonOpened(false)}
            onUse={(definition) => {
              apply({ type: 'replace', definition });
              setJsonOpened(false);
            }}
          />
        )}
      </Suspense>
    </BuilderContext>
  );
}

/** Questions are numbered through the whole form; other elements have no number. */
function numbersOf(definition: SurveyDefinition): ReadonlyMap<string, number> {
  const asked = [...walk(definition)].filter(
    ({ node, parent }) => parent !== null && isQuestion(node as SurveyElement),
  );
  return new Map(asked.map(({ node }, index) => [keyOf(node), index + 1]));
}

function titleOfDragged(definition: SurveyDefinition, id: string): string {
  const found = find(definition, id);
  return found ? cardTitle(found.node as SurveyElement) : id;
}
