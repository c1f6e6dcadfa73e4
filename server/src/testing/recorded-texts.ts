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
    if (templates.length === 0 || recorded.has(text)) return;
    recorded.add(text);
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ text, templates })}\n`);
  });
}

export async function readTexts(folder: string): Promise<RecordedText[]> {
  const byText = new Map<string, RecordedText>();
  for (const name of await readdir(folder)) {
    const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n');
    for (const recorded of lines.map((line): RecordedText => JSON.parse(line))) byText.set(recorded.text, recorded);
  }
  return [...byText.values()];
}
