import { open } from 'node:fs/promises';

/** Makes new, renamed and removed names in a folder survive a power cut; a file's own sync covers its bytes only. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder, and writes its names through by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
