/** Runs one call per item at a time. A repeated call isn't made, and its promise never settles. */
export function ignoreRepeats() {
  const underWay = new Set<unknown>();
  return <Result>(about: unknown, call: () => Promise<Result>): Promise<Result> => {
    if (underWay.has(about)) return new Promise(() => undefined);
    underWay.add(about);
    return call().finally(() => underWay.delete(about));
  };
}
