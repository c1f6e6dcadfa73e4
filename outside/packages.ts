import { spawnSync } from 'node:child_process';
import { installPackages } from '../cluster/requirements.ts';

/** Installs what is missing. No service starts on its own. */
export async function ensurePackages(names: string[], say: (line: string) => void): Promise<void> {
  const missing = [...new Set(names)].filter((name) => installedVersion(name) === null);
  if (missing.length === 0) return;
  say(`installing Debian packages: ${missing.join(' ')}`);
  await installPackages(missing);
}

/** The version that Debian's package brings, without Debian's own additions. */
export function packageVersion(name: string): string {
  const version = installedVersion(name);
  if (version === null) throw new Error(`The Debian package ${name} isn't installed.`);
  return version.replace(/^\d+:/, '').replace(/[-+~].*$/, '');
}

function installedVersion(name: string): string | null {
  const format = '-f=$' + '{db:Status-Status} $' + '{Version}';
  const { stdout, error } = spawnSync('dpkg-query', ['-W', format, name], { encoding: 'utf8' });
  if (error) throw error;
  const [status, version] = stdout.split(' ');
  return status === 'installed' && version ? version : null;
}
