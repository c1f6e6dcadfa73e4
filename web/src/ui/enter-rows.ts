/** Marks a search box that somebody leaves for the rows, until the rows of that search are there. */
export const entersRows = 'data-enters-rows';

/** Leads from a marked search box to the first row. Waits for rows that are on their way. */
export function enterRows(): void {
  const box = document.activeElement;
  if (!box?.hasAttribute(entersRows)) return;
  const row = document.querySelector<HTMLElement>('[aria-busy="false"] [data-row-focus]');
  if (!row) return;
  box.removeAttribute(entersRows);
  row.focus();
}
