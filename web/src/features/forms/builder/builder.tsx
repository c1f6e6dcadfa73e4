import { DndContext, DragOverlay, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import type { SurveyDefinition, SurveyElement } from '@kinbridge/forms/form-definition';
import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { loadLater } from '../../../lib/load-later.tsx';
import type { SurveyBase } from '../forms.api.ts';
import classes from './builder.module.css';
import { BuilderCanvas } from './builder-canvas.tsx';
import { cardTitle } from './builder-card.tsx';
import { BuilderContext } from './builder-context.ts';
import { nearestGap, nextGap } from './builder-drag.ts';
import { announcements, dragInstructions } from './builder-drag-text.ts';
import { BuilderHeader } from './builder-header.tsx';
import { useBuilderKeys } from './builder-keys.ts';
import { BuilderPalette } from './builder-palette.tsx';
import { find, keyOf } from './builder-tree.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { type Pane, useBuilderTools } from './use-builder-tools.ts';
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

/** Specification §2, /forms-create: builds a form, question by question. */
export function Builder({ initial, base, published }: BuilderProps) {
  const root = useRef<HTMLDivElement>(null);
  const builder = useBuilderTools(root, initial, published);
  const { tools, apply, tab, pane, deleting } = builder;
  const { state } = tools;
  const [saved, saveNow] = useSavedDraft(state.definition, base);
  const [locale, setLocale] = useState('default');
  const [jsonOpened, setJsonOpened] = useState(false);
  useBuilderKeys(state, tools.dispatch, tools.dragging !== null || jsonOpened);

  /** Deselects first, so that shortcuts change no question while texts are translated. */
  function translate(language: string) {
    apply({ type: 'select', key: null });
    setLocale(language);
  }

  return (
    <BuilderContext value={tools}>
      <div ref={root} className={classes.builder} data-pane={locale === 'default' ? pane : 'translation'}>
        <BuilderHeader base={base} saved={saved} onPreview={saveNow} locale={locale} onLocale={translate} />
        {locale === 'default' ? (
          <>
            <PaneControl pane={pane} onPane={builder.setPane} />
            <DragArea builder={builder} />
            <Inspector tab={tab} onTab={builder.setTab} onJson={() => setJsonOpened(true)} />
          </>
        ) : (
          <Suspense>
            <TranslationTable language={locale} />
          </Suspense>
        )}
        <VisuallyHidden role="status">{builder.said}</VisuallyHidden>
      </div>
      {deleting && (
        <DeleteDialog
          {...deleting}
          onClose={() => builder.setDeleting(null)}
          onDelete={(rules) => {
            tools.dispatch({ type: 'remove', key: keyOf(deleting.node), rules }, 'title');
            builder.setDeleting(null);
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

function PaneControl({ pane, onPane }: { pane: Pane; onPane: (pane: Pane) => void }) {
  return (
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
      onChange={(value) => onPane(value as Pane)}
    />
  );
}

function DragArea({ builder }: { builder: ReturnType<typeof useBuilderTools> }) {
  const { tools, setDragging, search, add, drop } = builder;
  const { state, dragging } = tools;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextGap }),
  );
  const titleOf = (id: string | number) => titleOfDragged(state.definition, String(id));
  return (
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
  );
}

function titleOfDragged(definition: SurveyDefinition, id: string): string {
  const found = find(definition, id);
  return found ? cardTitle(found.node as SurveyElement) : id;
}
