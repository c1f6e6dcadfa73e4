import { useDraggable } from '@dnd-kit/core';
import { TextInput, UnstyledButton } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { IconSearch } from '../../../ui/icons/icons.ts';
import { IconSeparatorHorizontal } from '../../../ui/icons/later-icons.ts';
import { useBuilder } from './builder-context.ts';
import classes from './builder-palette.module.css';
import { type QuestionKind, questionKinds } from './definition/question-kinds.ts';

/** The last entry of the palette, which isn't a question. */
export const pageBreak = { id: 'Page break', label: 'Page break', words: 'new page', icon: IconSeparatorHorizontal };

const groups = ['Text', 'Choice', 'Layout and more'] as const;

interface BuilderPaletteProps {
  search: RefObject<HTMLInputElement | null>;
  onAdd: (kind: QuestionKind | typeof pageBreak) => void;
}

/** Every kind of question: drag it to its place, or click to add it after the selection. */
export function BuilderPalette({ search, onAdd }: BuilderPaletteProps) {
  const [wanted, setWanted] = useState('');
  const words = wanted.trim().toLowerCase();
  const fits = (one: { label: string; words: string }) => `${one.label} ${one.words}`.toLowerCase().includes(words);
  const found = questionKinds.filter(fits);
  const breakFits = fits(pageBreak);
  const first = found[0] ?? (breakFits ? pageBreak : undefined);
  return (
    <section className={`gap-2xs scroll column ${classes.palette}`} aria-label="Add a question">
      <TextInput
        ref={search}
        type="search"
        aria-label="Add a question"
        placeholder="Add a question"
        leftSection={<IconSearch aria-hidden="true" />}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !first || words === '') return;
          onAdd(first);
          setWanted('');
        }}
      />
      {!first && <p className={`dimmed ${classes.none}`}>No matching question type.</p>}
      {groups.map((group) => {
        const kinds = found.filter((kind) => kind.group === group);
        const last = group === 'Layout and more' && breakFits;
        if (kinds.length === 0 && !last) return null;
        return (
          <div key={group}>
            <h2 className="m-0 p-0 px-10 mb-2xs mt-14 text-xs line-16 bold dimmed">{group}</h2>
            <ul className={`list ${classes.kinds}`}>
              {kinds.map((kind) => (
                <PaletteEntry key={kind.id} kind={kind} onAdd={() => onAdd(kind)} />
              ))}
              {last && <PaletteEntry kind={pageBreak} onAdd={() => onAdd(pageBreak)} />}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

function PaletteEntry({ kind, onAdd }: { kind: QuestionKind | typeof pageBreak; onAdd: () => void }) {
  const { dragging } = useBuilder();
  const { setNodeRef, listeners } = useDraggable({ id: kind.id });
  // Space and Enter add immediately; the keyboard can then move it like any other question.
  const { onKeyDown: _, ...pointer } = listeners ?? {};
  return (
    <li>
      <UnstyledButton
        ref={setNodeRef}
        className={classes.kind}
        data-dragged={dragging === kind.id || undefined}
        onClick={onAdd}
        {...pointer}
      >
        <kind.icon size={16} stroke={1.7} aria-hidden="true" />
        {kind.label}
      </UnstyledButton>
    </li>
  );
}
