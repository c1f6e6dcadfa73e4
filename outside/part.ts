/** Software that others wrote, in front of or beside a real Kinbridge. */
export interface Part {
  /** Folder name, for --only. */
  name: string;
  /** Debian packages it needs. */
  packages: string[];
  run(options: { report(line: string): void }): Promise<Check[]>;
}

export interface Check {
  software: string;
  version: string;
  /** What works with it, as a row of docs/COMPATIBILITY.md. */
  what: string;
  /** Null if it works. */
  failure: string | null;
}

/** Runs one check of a piece of software; whatever it throws is the failure. */
export async function check(
  { software, version }: Pick<Check, 'software' | 'version'>,
  what: string,
  run: () => Promise<unknown>,
): Promise<Check> {
  const failure = await run().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { software, version, what, failure };
}
