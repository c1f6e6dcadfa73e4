import { type Item, itemsFromLines, itemText, newItem } from './choices.ts';

/** The items after an edit, and which of them to focus. */
interface ItemEdit {
  items: Item[];
  focus: number;
}

export function addItem(items: Item[], label: string, after = items.length - 1): ItemEdit {
  return { items: items.toSpliced(after + 1, 0, newItem(label, items)), focus: after + 1 };
}

export function removeItem(items: Item[], index: number): ItemEdit {
  return { items: items.toSpliced(index, 1), focus: Math.max(0, index - 1) };
}

/** The same items at either end of the list. */
export function moveItem(items: Item[], index: number, by: -1 | 1): ItemEdit {
  const moved = items.slice(index, index + 1);
  const end = index + by < 0 || index + by >= items.length;
  return { items: end ? items : items.toSpliced(index, 1).toSpliced(index + by, 0, ...moved), focus: index + by };
}

/** Enter adds, Backspace removes an empty item, and Alt with an arrow moves; other keys do nothing. */
export function editByKey(items: Item[], label: string, index: number, event: { key: string; altKey: boolean }) {
  const { key, altKey } = event;
  if (key === 'Enter') return addItem(items, label, index);
  if (key === 'Backspace' && itemText(items[index] ?? '') === '' && items.length > 1) return removeItem(items, index);
  return altKey && (key === 'ArrowUp' || key === 'ArrowDown')
    ? moveItem(items, index, key === 'ArrowUp' ? -1 : 1)
    : null;
}

/** Pasted lines become choices that replace the one they were pasted into; null for a single line. */
export function pasteItems(items: Item[], index: number, text: string): Item[] | null {
  if (!/\n/.test(text.trim())) return null;
  const others = items.toSpliced(index, 1);
  return items.toSpliced(index, 1, ...itemsFromLines(text, []).filter((line) => !others.includes(line)));
}
