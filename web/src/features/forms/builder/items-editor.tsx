import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { IconArrowDown, IconArrowUp, IconListDetails, IconPlus, IconX } from '../../../ui/icons/icons.ts';
import { useBuilder } from './builder-context.ts';
import { keyOf } from './builder-tree.ts';
import { fixedValues, type Item, itemsFromLines, itemText, newItem, withItemText } from './definition/choices.ts';
import classes from './items-editor.module.css';

interface ItemsEditorProps {
  element: SurveyElement;
  property: 'choices' | 'rows' | 'columns';
  /** The name of one item: Choice, Row, Column. */
  label: string;
  /** On the card itself, where two fit side by side. */
  inline?: boolean;
}

/** The choices of a question, or the rows or columns of a grid: typed one by one, or pasted as lines. */
export function ItemsEditor({ element, property, label, inline = false }: ItemsEditorProps) {
  const { state, dispatch, published } = useBuilder();
  // The items when the lines were opened: known choices keep their values, and Cancel restores them.
  const [before, setBefore] = useState<Item[] | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const key = keyOf(element);
  const items = (Array.isArray(element[property]) ? element[property] : []) as Item[];
  const fixed = fixedValues(state.definition, published, element.name, property);

  function change(next: Item[]) {
    dispatch({ type: 'change', key, changes: { [property]: next } });
  }

  /** In one step: letters typed next belong to the focused item. */
  function changeAndFocus(next: Item[], index: number) {
    flushSync(() => change(next));
    list.current?.querySelectorAll('input')[index]?.select();
  }

  function add(after = items.length - 1) {
    changeAndFocus(items.toSpliced(after + 1, 0, newItem(label, items)), after + 1);
  }

  function removeAt(index: number) {
    changeAndFocus(items.toSpliced(index, 1), Math.max(0, index - 1));
  }

  function moveBy(index: number, by: -1 | 1) {
    const [item] = items.slice(index, index + 1);
    if (item === undefined || index + by < 0 || index + by >= items.length) return;
    changeAndFocus(items.toSpliced(index, 1).toSpliced(index + by, 0, item), index + by);
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(index);
    } else if (event.key === 'Backspace' && itemText(items[index] ?? '') === '' && items.length > 1) {
      event.preventDefault();
      removeAt(index);
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      event.stopPropagation();
      moveBy(index, event.key === 'ArrowUp' ? -1 : 1);
    }
  }

  /** Pasted lines become choices that replace the one they were pasted into. */
  function onPaste(event: ClipboardEvent, index: number) {
    const text = event.clipboardData.getData('text');
    if (!/\n/.test(text.trim())) return;
    event.preventDefault();
    const others = items.toSpliced(index, 1);
    const pasted = itemsFromLines(text, []).filter((line) => !others.includes(line));
    change(items.toSpliced(index, 1, ...pasted));
  }

  if (before) {
    return (
      <Lines
        label={`${label}s, one per line`}
        text={before.map(itemText).join('\n')}
        onChange={(text) => change(itemsFromLines(text, before))}
        onCancel={() => {
          change(before);
          setBefore(null);
        }}
        onDone={() => setBefore(null)}
      />
    );
  }
  return (
    <div className={classes.editor} data-inline={inline || undefined}>
      <ul ref={list} className={`list gap-6 gap-x-sm grid ${classes.items}`}>
        {items.map((item, index) => (
          // The index is the key, because the text changes while typing.
          <li key={index}>
            <TextInput
              aria-label={`${label} ${index + 1}`}
              value={itemText(item)}
              maxLength={500}
              onChange={(event) =>
                change(items.with(index, withItemText(item, 'default', event.currentTarget.value, fixed)))
              }
              onKeyDown={(event) => onKeyDown(event, index)}
              onPaste={(event) => onPaste(event, index)}
            />
            {!inline && (
              <>
                <ActionIcon
                  size={28}
                  aria-label={`Move ${label.toLowerCase()} ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => moveBy(index, -1)}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  size={28}
                  aria-label={`Move ${label.toLowerCase()} ${index + 1} down`}
                  disabled={index === items.length - 1}
                  onClick={() => moveBy(index, 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </>
            )}
            <ActionIcon
              size={28}
              aria-label={`Remove ${label.toLowerCase()} ${index + 1}`}
              onClick={() => removeAt(index)}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div className="flex wrap gap-2xs mt-2xs">
        <Button variant="subtle" size="xs" leftSection={<IconPlus size={14} />} onClick={() => add()}>
          Add {label.toLowerCase()}
        </Button>
        <Button variant="subtle" size="xs" leftSection={<IconListDetails size={14} />} onClick={() => setBefore(items)}>
          Edit as lines
        </Button>
      </div>
    </div>
  );
}

interface LinesProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** Changes apply immediately, so that selecting another question loses nothing. */
function Lines({ label, text, onChange, onCancel, onDone }: LinesProps) {
  const [typed, setTyped] = useState(text);
  return (
    <div className="relative above">
      <GrowingTextarea
        label={label}
        minRows={4}
        maxRows={14}
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onChange(event.currentTarget.value);
        }}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <div className="flex wrap gap-2xs mt-2xs">
        <Button variant="light" onClick={onDone}>
          Done
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
