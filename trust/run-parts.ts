import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, test } from 'vitest';
import { projectRoot } from '../server/src/main/config.ts';
import { backup } from './backup/backup.ts';
import { browser } from './browser/browser.ts';
import { documents } from './documents/documents.ts';
import { faultsPart } from './faults/faults.ts';
import { fuzzer } from './fuzzer/fuzzer.ts';
import { hostile } from './hostile/hostile.ts';
import { matching } from './matching/matching.ts';
import { matrix } from './matrix/matrix.ts';
import { CannotRun, type Part } from './part.ts';
import { rotation } from './rotation/rotation.ts';
import { signIn } from './sign-in/sign-in.ts';
import { type Outcome, toMarkdown, toText } from './table.ts';

declare module 'vitest' {
  interface ProvidedContext {
    trustRun: { rounds: number; only: string[] };
  }
}

class Failures extends Error {
  override name = 'Failures';
}

const fullRounds = 10;

test('trust', async () => {
  const { rounds, only } = inject('trustRun');
  const unknown = only.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    throw new CannotRun(
      `There is no part named ${unknown.join(', ')}: choose from ${parts.map(({ name }) => name).join(', ')}.`,
    );
  }
  const chosen = parts.filter(({ name }) => only.length === 0 || only.includes(name));
  // Report parts that can't run before starting.
  for (const part of chosen) await part.prepare?.();
  const outcomes: Outcome[] = [];
  for (const part of chosen) outcomes.push(await runPart(part, rounds));
  const run = { date: new Date(), rounds, outcomes };
  console.log(toText(run));
  if (only.length === 0 && rounds >= fullRounds) {
    await replaceTable(join(projectRoot(), 'docs/TRUST.md'), toMarkdown(run));
  }
  const failures = outcomes.flatMap(({ part, failures }) => failures.map((failure) => `✗ ${part.name}: ${failure}`));
  if (failures.length > 0) throw new Failures(failures.join('\n'));
});

/** The sections below the table are written by people and stay. */
async function replaceTable(path: string, table: string): Promise<void> {
  const [, ...sections] = (await readFile(path, 'utf8')).split(/^(?=## )/m);
  await writeFile(path, [table, ...sections].join(sections.length > 0 ? '\n' : ''));
}

async function runPart(part: Part, rounds: number): Promise<Outcome> {
  const report = (line: string) => console.log(`  ${part.name}: ${line}`);
  const began = performance.now();
  const uncaught: string[] = [];
  for (const fault of part.plantedFaults) {
    const { failures } = await fault.run({ rounds: 1, report: () => undefined });
    report(
      failures[0] === undefined ? `NOT caught: ${fault.name}` : `caught: ${fault.name} (${failures[0].slice(0, 160)})`,
    );
    if (failures.length === 0) uncaught.push(`The planted fault wasn't caught: ${fault.name}.`);
  }
  const { figures, failures } = await part.run({ rounds, report });
  const seconds = Math.round((performance.now() - began) / 1000);
  return { part, figures, failures: [...uncaught, ...failures], uncaught: uncaught.length, seconds };
}

/** In running order; each part is a folder with the same name. */
const parts: Part[] = [matrix, hostile, signIn, documents, matching, fuzzer, faultsPart, backup, rotation, browser];
