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
