import { StartError } from '../start-error.ts';

/** Runs an entry. Problems a person can fix print one sentence, others a stack. */
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
