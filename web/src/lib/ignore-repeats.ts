/** Runs one call per item at a time. A repeated call isn't made, and its promise never settles. */
export function ignoreRepeats() {
  const running = new Set<unknown>();
  return <Result>(about: unknown, call: () => Promise<Result>): Promise<Result> => {
    if (running.has(about)) return new Promise(() => undefined);
    running.add(about);
    return call().finally(() => running.delete(about));
  };
}
