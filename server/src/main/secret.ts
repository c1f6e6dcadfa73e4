import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secret that signs tokens: SESSION_SECRET, or one made once and kept in the data folder. */
export async function readSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given;
  const path = join(dataDir, 'session-secret');
  await mkdir(dataDir, { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, randomBytes(32).toString('hex'), { mode: 0o600 });
  try {
    // A link is there whole or not at all, and does not replace what another process was quicker to make.
    await link(fresh, path);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  } finally {
    await rm(fresh, { force: true });
  }
  await chmod(path, 0o600);
  return readFile(path, 'utf8');
}
