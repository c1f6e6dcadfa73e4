import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export interface RowSelection<Row> {
  selected: ReadonlySet<number>;
  /** Selects or deselects these rows. */
  onChange: (rows: Row[], on: boolean) => void;
}

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Keyboard control of a table. Tab stops at one row; the arrow keys move along the first column or the checkboxes.
 * Space selects, and Shift+Space selects everything since the last selected row.
 */
export function useRowKeys<Row extends { id: number }>(
  body: RefObject<HTMLElement | null>,
  rows: Row[] | undefined,
  selection: RowSelection<Row> | undefined,
) {
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const anchor = useRef<number | null>(null);
  const latest = useRef({ rows, selection });
  useLayoutEffect(() => {
    latest.current = { rows, selection };
  });
  const activeId = rows?.some(({ id }) => id === focusedId) ? focusedId : (rows?.[0]?.id ?? null);
  useFocusAfterRemoval(body, rows, focusedId);

  const toggle = useCallback((id: number, range: boolean) => {
    const { rows: all = [], selection: now } = latest.current;
    const at = all.findIndex((row) => row.id === id);
    const from = range ? all.findIndex((row) => row.id === anchor.current) : -1;
    const touched = from === -1 ? all.slice(at, at + 1) : all.slice(Math.min(at, from), Math.max(at, from) + 1);
    anchor.current = id;
    now?.onChange(touched, !now.selected.has(id));
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    const kind = ['data-row-focus', 'data-row-check'].find((name) => target.hasAttribute(name));
    const id = Number(target.closest('tr')?.dataset.row);
    if (!kind || !rows || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && kind === 'data-row-focus' && selection) {
      event.preventDefault();
      toggle(id, event.shiftKey);
    }
    const index = rows.findIndex((row) => row.id === id);
    const next = rows[steps[event.key]?.(index, rows.length - 1) ?? -1];
    if (!next) return;
    event.preventDefault();
    body.current?.querySelector<HTMLElement>(`[data-row="${next.id}"] [${kind}]`)?.focus();
  }

  function onFocus(event: FocusEvent<HTMLElement>) {
    const row = (event.target as HTMLElement).closest('tr')?.dataset.row;
    if (row) setFocusedId(Number(row));
  }

  return { activeId, toggle, onKeyDown, onFocus };
}

/** When the focused row disappears, the row in its place gets focus, unless a dialog is open. */
function useFocusAfterRemoval(
  body: RefObject<HTMLElement | null>,
  rows: { id: number }[] | undefined,
  focusedId: number | null,
) {
  const before = useRef<{ ids: number[]; held: boolean }>({ ids: [], held: false });
  useLayoutEffect(() => {
    const ids = rows?.map(({ id }) => id) ?? [];
    const { ids: known, held } = before.current;
    const gone = focusedId !== null && known.includes(focusedId) && !ids.includes(focusedId);
    const active = document.activeElement;
    // Focus may have moved elsewhere since the last render, for example to a tab.
    const lost = active === document.body || body.current?.contains(active);
    if (held && gone && lost && ids.length > 0 && !document.querySelector('[role="dialog"][aria-modal="true"]')) {
      const next = ids[Math.min(known.indexOf(focusedId), ids.length - 1)];
      const link = body.current?.querySelector<HTMLElement>(`[data-row="${next}"] [data-row-focus]`);
      // If the element was reused, it has focus, and screen readers don't know that it is another row.
      link?.blur();
      link?.focus({ preventScroll: true });
    }
    before.current = { ids, held: body.current?.contains(document.activeElement) ?? false };
  });
}
