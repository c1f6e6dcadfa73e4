import { open } from 'node:fs/promises';

/** Makes created, renamed and removed files in a folder survive a power cut; syncing a file covers only its bytes. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder, and persists its entries anyway.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
