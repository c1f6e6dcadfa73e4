import { StartError } from '../start-error.ts';

/** Runs an entry; what a person can mend is one sentence, anything else shows where it happened. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const sentence =
      error instanceof StartError ? error.message : `Kinbridge could not start. ${(error as Error)?.stack ?? error}`;
    process.stderr.write(`\n✗ ${sentence}\n`);
    process.exit(1);
  }
}
