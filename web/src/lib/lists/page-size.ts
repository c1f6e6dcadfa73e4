/** The page sizes of most lists. */
export const pageSizes = [10, 20, 30, 40, 50] as const;

/** The last page of so many rows, counted from 0. */
export function lastPageOf(total: number, size: number): number {
  return Math.max(0, Math.ceil(total / size) - 1);
}

const keyOf = (list: string) => `kinbridge.page-size.${list}`;

/** The page size last chosen for a list on this device, if the list still offers it. */
export function rememberedPageSize(list: string, sizes: readonly number[]): number | undefined {
  try {
    const stored = Number(localStorage.getItem(keyOf(list)));
    return sizes.find((size) => size === stored);
  } catch {
    return undefined;
  }
}

export function rememberPageSize(list: string, size: number): void {
  try {
    localStorage.setItem(keyOf(list), String(size));
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}
