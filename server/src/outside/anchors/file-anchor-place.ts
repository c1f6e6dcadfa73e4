import { open } from 'node:fs/promises';
import { readIfPresent } from '../files/read-if-present.ts';
import { type Anchor, type AnchorPlace, type KeptAnchors, readAnchor } from './anchor-place.ts';

/** An append-only file with one anchor per line. */
export class FileAnchorPlace implements AnchorPlace {
  readonly name: string;

  constructor(private readonly path: string) {
    this.name = path;
  }

  async write(anchor: Anchor): Promise<void> {
    const text = (await readIfPresent(this.path)) ?? '';
    // Keeps a line truncated by a crash separate.
    const begin = text === '' || text.endsWith('\n') ? '' : '\n';
    const file = await open(this.path, 'a', 0o600);
    try {
      await file.appendFile(`${begin}${JSON.stringify(anchor)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async read(): Promise<KeptAnchors> {
    const lines = ((await readIfPresent(this.path)) ?? '').split('\n').filter((line) => line !== '');
    const anchors = lines.map(readAnchor).filter((anchor) => anchor !== null);
    return { anchors, unreadable: lines.length - anchors.length };
  }

  async close(): Promise<void> {}
}
