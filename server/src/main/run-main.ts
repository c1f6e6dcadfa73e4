import { setFlagsFromString } from 'node:v8';
import { StartError } from '../start-error.ts';

/**
 * Where objects lived long during the start, V8 may later allocate directly in the old generation. A request made there
 * keeps all it refers to until the next full collection, dead or not. See decision 0055.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Goes on, but the command fails. */
export function fail(sentence: string): void {
  say(`✗ ${sentence}`);
  process.exitCode = 1;
}

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
