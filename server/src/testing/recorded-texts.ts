import { appendFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listenToTexts } from '../db/sql.ts';

/** A text that a test sent, with the templates it is made of, the outermost first. */
export interface RecordedText {
  text: string;
  templates: string[][];
}

const recorded = new Set<string>();

/** Keeps every text this process sends, for sql-texts.test.ts, which runs after all other tests. */
export function recordTexts(folder: string): void {
  listenToTexts((text, templates) => {
    // Different templates can make the same text.
    const line = JSON.stringify({ text, templates });
    if (templates.length === 0 || recorded.has(line)) return;
    recorded.add(line);
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
  });
}

export async function readTexts(folder: string): Promise<RecordedText[]> {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  const lines = new Set(files.flatMap((file) => file.trimEnd().split('\n')));
  return [...lines].map((line): RecordedText => JSON.parse(line));
}
