// `npm run ops:units`: checks the systemd units and the proxy's files with systemd and Caddy themselves, and runs every
// ExecStart as it is written.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runUnits } from './run-units.mjs';

const folder = import.meta.dirname;
const temporary = mkdtempSync(join(tmpdir(), 'kinbridge-ops-'));
/** Templates are checked as one of their instances. */
const instances = {
  'kinbridge-api@.service': 'kinbridge-api@3001.service',
  'kinbridge-worker@.service': 'kinbridge-worker@1.service',
};

try {
  const failed = [systemd(), caddy('compose'), caddy('systemd'), await runUnits(temporary, console.log)].filter(
    (well) => !well,
  ).length;
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(temporary, { recursive: true });
}

function systemd() {
  const units = readdirSync(join(folder, 'systemd')).filter((name) => /\.(service|target|timer)$/.test(name));
  const copies = units.map((unit) => {
    const copy = join(temporary, instances[unit] ?? unit);
    copyFileSync(join(folder, 'systemd', unit), copy);
    return copy;
  });
  return report('systemd-analyze verify', 'systemd-analyze', ['verify', ...copies], (output) => output.trim() === '');
}

function caddy(way) {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(folder, way, 'Caddyfile')];
  return report(`caddy validate, ${way}`, 'caddy', args, (output) => output.includes('Valid configuration'));
}

/** systemd-analyze exits with 0 for an unknown key, so its output decides as well. */
function report(name, command, args, isWell) {
  const env = { ...process.env, KINBRIDGE_HOST: 'kinbridge.example.org', XDG_DATA_HOME: temporary };
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
  if (error) {
    console.error(`✗ ${name}: this machine has no ${command}. On Debian: apt-get install systemd caddy`);
    return false;
  }
  const output = `${stdout}${stderr}`;
  const well = status === 0 && isWell(output);
  console.log(`${well ? '✓' : '✗'} ${name}${well ? '' : `\n${output}`}`);
  return well;
}
