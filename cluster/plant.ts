/** A server that breaks the promise on purpose, to see that the run notices. The product has none of it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CannotRun } from './requirements.ts';

const delayMs = 400;

/** Each change of server/src/db/database.ts: transactions report success, and commit a moment later. */
const changes: [string, string][] = [
  [
    "      await tx.end('commit');\n      return result;",
    `      late = setTimeout(${delayMs}).then(() => tx.end('commit'));\n      return result;`,
  ],
  [
    '    let broken = false;\n    try {\n      const result',
    '    let broken = false;\n    let late: Promise<void> | undefined;\n    try {\n      const result',
  ],
  [
    '    } finally {\n      release(client, broken);\n    }\n  }\n\n  async destroy',
    '    } finally {\n      if (late) late.then(() => release(client), () => release(client, true));\n      else release(client, broken);\n    }\n  }\n\n  async destroy',
  ],
  ["Promise.all([this.#ask<Row>(query), this.end('commit')]);", 'Promise.all([this.#ask<Row>(query)]);'],
];

export function plantIn(source: string): string {
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new CannotRun(`The plant doesn't fit server/src/db/database.ts: ${from}`);
    return text.replace(from, to);
  }, source);
}

/** Builds a changed server beside the real one and returns its folder. */
export async function buildPlanted(root: string, name: string): Promise<string> {
  if (name !== 'acknowledge-before-commit') {
    throw new CannotRun(`There is nothing to plant called ${name}. There is: acknowledge-before-commit.`);
  }
  const { build } = await import('esbuild');
  const { serverBuildOptions } = await import(pathToFileURL(join(root, 'scripts', 'build.mjs')).href);
  const outdir = join(root, '.cache', 'cluster', 'planted');
  await build({
    ...(await serverBuildOptions()),
    outdir,
    plugins: [
      {
        name: 'plant',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/server\/src\/db\/database\.ts$/ }, async ({ path }) => ({
            contents: plantIn(await readFile(path, 'utf8')),
            loader: 'ts',
          })),
      },
    ],
  });
  return outdir;
}
