import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, test } from 'vitest';
import { projectRoot } from '../server/src/main/config.ts';
import { CannotRun } from '../trust/part.ts';
import { ensurePackages } from './packages.ts';
import type { Check, Part } from './part.ts';
import { parts } from './parts.ts';
import { stopPrograms } from './program.ts';
import { toMarkdown, toText } from './table.ts';

declare module 'vitest' {
  interface ProvidedContext {
    outsideRun: { only: string[] };
  }
}

class Misses extends Error {
  override name = 'Misses';
}

test('outside', async () => {
  const { only } = inject('outsideRun');
  const unknown = only.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    throw new CannotRun(
      `There is no part named ${unknown.join(', ')}: choose from ${parts.map(({ name }) => name).join(', ')}.`,
    );
  }
  const chosen = parts.filter(({ name }) => only.length === 0 || only.includes(name));
  await ensurePackages(
    chosen.flatMap(({ packages }) => packages),
    (line) => console.log(`  ${line}`),
  );
  const checks: Check[] = [];
  for (const part of chosen) checks.push(...(await runPart(part)));
  const run = { date: new Date(), checks };
  console.log(toText(run));
  if (only.length === 0) await writeFile(join(projectRoot(), 'docs/COMPATIBILITY.md'), toMarkdown(run));
  const misses = checks.filter(({ failure }) => failure !== null);
  if (misses.length > 0) {
    throw new Misses(misses.map(({ software, what, failure }) => `✗ ${software}: ${what}: ${failure}`).join('\n'));
  }
});

async function runPart(part: Part): Promise<Check[]> {
  try {
    return await part.run({ report: (line) => console.log(`  ${part.name}: ${line}`) });
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return [{ software: part.name, version: '', what: 'the part runs', failure }];
  } finally {
    await stopPrograms();
  }
}
