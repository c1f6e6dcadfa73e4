/** Marks a search box whose focus will move to the rows once the results are there. */
export const entersRows = 'data-enters-rows';

/** Moves focus from a marked search box to the first row. Waits for rows that are still loading. */
export function enterRows(): void {
  const box = document.activeElement;
  if (!box?.hasAttribute(entersRows)) return;
  const row = document.querySelector<HTMLElement>('[aria-busy="false"] [data-row-focus]');
  if (!row) return;
  box.removeAttribute(entersRows);
  row.focus();
}
