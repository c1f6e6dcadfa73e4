import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageAssets } from '@kinbridge/public/page';

interface Manifest {
  [source: string]: { file: string; css?: string[]; assets?: string[]; imports?: string[] } | undefined;
}

/** Inlines the styles and preloads the font, to save round trips before the first paint. */
export async function readPageAssets(webFolder: string, manifest: string, source: string): Promise<PageAssets> {
  const text = await readFile(join(webFolder, '.vite', manifest), 'utf8').catch(() => '{}');
  const files = JSON.parse(text) as Manifest;
  const entry = files[source];
  if (!entry) return { script: null, style: '', font: null };
  // What several pages share is in a file of its own.
  const parts = [...(entry.imports ?? []).flatMap((name) => files[name] ?? []), entry];
  const sheets = parts.flatMap(({ css = [] }) => css);
  const styles = await Promise.all(sheets.map((file) => readFile(join(webFolder, file), 'utf8')));
  const font = parts.flatMap(({ assets = [] }) => assets).find((file) => file.includes('latin-wght'));
  return { script: `/${entry.file}`, style: styles.join(''), font: font ? `/${font}` : null };
}
