import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../../ui/icons/icons.ts';
import { IconListDetails } from '../../../ui/icons/later-icons.ts';
import { useBuilder } from './builder-context.ts';
import { keyOf } from './builder-tree.ts';
import { fixedValues, type Item, itemsFromLines, itemText, withItemText } from './definition/choices.ts';
import { addItem, editByKey, moveItem, pasteItems, removeItem } from './definition/item-edits.ts';
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
export function ItemsEditor(props: ItemsEditorProps) {
  const { label, inline = false } = props;
  // The items when the lines were opened: known choices keep their values, and Cancel restores them.
  const [before, setBefore] = useState<Item[] | null>(null);
  const { list, items, fixed, change, add, ...edits } = useItems(props);
  if (before) {
    return (
      <Lines
        label={`${label}s, one per line`}
        text={before.map(itemText).join('\n')}
        onChange={(text) => change(itemsFromLines(text, before, fixed))}
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
          <ItemRow key={index} {...edits} {...{ label, inline, item, index }} last={index === items.length - 1} />
        ))}
      </ul>
      <div className="flex wrap gap-2xs mt-2xs">
        <Button variant="subtle" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
          Add {label.toLowerCase()}
        </Button>
        <Button variant="subtle" size="xs" leftSection={<IconListDetails size={14} />} onClick={() => setBefore(items)}>
          Edit as lines
        </Button>
      </div>
    </div>
  );
}

function useItems({ element, property, label }: ItemsEditorProps) {
  const { state, dispatch, published } = useBuilder();
  const list = useRef<HTMLUListElement>(null);
  const items = (Array.isArray(element[property]) ? element[property] : []) as Item[];
  const fixed = fixedValues(state.definition, published, element.name, property);
  const change = (next: Item[]) => dispatch({ type: 'change', key: keyOf(element), changes: { [property]: next } });

  /** In one step: letters typed next belong to the focused item. */
  function edit({ items: next, focus }: ReturnType<typeof addItem>) {
    if (next === items) return;
    flushSync(() => change(next));
    list.current?.querySelectorAll('input')[focus]?.select();
  }

  return {
    list,
    items,
    fixed,
    change,
    add: () => edit(addItem(items, label)),
    onRemove: (index: number) => edit(removeItem(items, index)),
    onMove: (index: number, by: -1 | 1) => edit(moveItem(items, index, by)),
    onType: (index: number, text: string) =>
      change(items.with(index, withItemText(items[index] ?? '', 'default', text, fixed))),
    onKeyDown(event: KeyboardEvent, index: number) {
      const next = editByKey(items, label, index, event);
      if (!next) return;
      event.preventDefault();
      if (event.key.startsWith('Arrow')) event.stopPropagation();
      edit(next);
    },
    onPaste(event: ClipboardEvent, index: number) {
      const next = pasteItems(items, index, event.clipboardData.getData('text'));
      if (!next) return;
      event.preventDefault();
      change(next);
    },
  };
}

interface ItemRowProps extends Omit<ReturnType<typeof useItems>, 'list' | 'items' | 'fixed' | 'change' | 'add'> {
  label: string;
  inline: boolean;
  item: Item;
  index: number;
  last: boolean;
}

function ItemRow({ label, inline, item, index, last, onRemove, onMove, onType, onKeyDown, onPaste }: ItemRowProps) {
  const name = `${label.toLowerCase()} ${index + 1}`;
  const moves = [
    { Icon: IconArrowUp, way: 'up', disabled: index === 0, by: -1 },
    { Icon: IconArrowDown, way: 'down', disabled: last, by: 1 },
  ] as const;
  return (
    <li>
      <TextInput
        aria-label={`${label} ${index + 1}`}
        value={itemText(item)}
        maxLength={500}
        onChange={(event) => onType(index, event.currentTarget.value)}
        onKeyDown={(event) => onKeyDown(event, index)}
        onPaste={(event) => onPaste(event, index)}
      />
      {!inline &&
        moves.map(({ Icon, way, disabled, by }) => (
          <ActionIcon
            key={way}
            size={28}
            aria-label={`Move ${name} ${way}`}
            disabled={disabled}
            onClick={() => onMove(index, by)}
          >
            <Icon size={14} />
          </ActionIcon>
        ))}
      <ActionIcon size={28} aria-label={`Remove ${name}`} onClick={() => onRemove(index)}>
        <IconX size={14} />
      </ActionIcon>
    </li>
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
