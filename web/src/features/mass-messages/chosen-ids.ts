/** The chosen ids after adding or removing some; the order of choosing stays. */
export function withChosen(chosen: readonly number[], touched: readonly number[], on: boolean): number[] {
  if (on) return [...new Set([...chosen, ...touched])];
  const gone = new Set(touched);
  return chosen.filter((id) => !gone.has(id));
}
