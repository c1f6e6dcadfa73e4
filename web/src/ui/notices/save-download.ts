import { saveFile } from '../../lib/save-file.ts';
import { notifyError } from './notices.tsx';

/** Saves a file that is loading, or says why it can't be loaded. */
export async function saveDownload(loading: Promise<Blob>, name: string): Promise<void> {
  try {
    saveFile(await loading, name);
  } catch (error) {
    notifyError((error as Error).message);
  }
}
