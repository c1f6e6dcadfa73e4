import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormAssets } from '@kinbridge/contract/forms/public-form-page';

interface Manifest {
  [source: string]: { file: string; css?: string[]; assets?: string[] } | undefined;
}

/** Inlines the styles and preloads the font, to save round trips before the first paint. */
export async function readPageAssets(webFolder: string, manifest: string, source: string): Promise<FormAssets> {
  const text = await readFile(join(webFolder, '.vite', manifest), 'utf8').catch(() => '{}');
  const entry = (JSON.parse(text) as Manifest)[source];
  if (!entry) return { script: null, style: '', font: null };
  const styles = await Promise.all((entry.css ?? []).map((file) => readFile(join(webFolder, file), 'utf8')));
  const font = entry.assets?.find((file) => file.includes('latin-wght'));
  return { script: `/${entry.file}`, style: styles.join(''), font: font ? `/${font}` : null };
}
