import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentOf } from '../environment-file.mjs';
import { backupProblems, migrationProblems, serverProblems } from '../settings.mjs';

const folder = import.meta.dirname;
const read = (name) => readFileSync(join(folder, name), 'utf8');
const units = readdirSync(folder).filter((name) => name.endsWith('.service'));

/** The directives we use. `npm run ops:units` asks systemd itself. */
const known = {
  Unit: 'After Description Documentation PartOf Wants',
  Service: `AmbientCapabilities CapabilityBoundingSet Environment EnvironmentFile ExecStart Group InaccessiblePaths LockPersonality
    NoNewPrivileges PrivateDevices PrivateTmp PrivateUsers ProcSubset ProtectClock ProtectControlGroups ProtectHome
    ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables ProtectProc ProtectSystem ReadWritePaths RemoveIPC
    Restart RestartSec RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID StateDirectory
    StateDirectoryMode SystemCallArchitectures SystemCallErrorNumber SystemCallFilter TimeoutStartSec TimeoutStopSec
    Type UMask User WorkingDirectory`,
  Timer: 'OnCalendar Persistent RandomizedDelaySec',
  Install: 'WantedBy',
};

/** A unit's directives in order, as [section, name, value]. */
function directives(text) {
  let section = '';
  return text.split('\n').flatMap((line) => {
    const heading = /^\[(\w+)\]$/.exec(line);
    if (heading) section = heading[1];
    const directive = /^([^#=[]+)=(.*)$/.exec(line);
    return directive ? [[section, directive[1], directive[2]]] : [];
  });
}
const values = (unit, name) => directives(read(unit)).flatMap(([, key, value]) => (key === name ? [value] : []));

/** The variables that a unit's process gets. */
function settingsOf(unit) {
  const files = values(unit, 'EnvironmentFile').map((path) => path.replace('/etc/kinbridge/', ''));
  return [
    ...values(unit, 'Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0])),
    ...files.flatMap((file) => Object.keys(environmentOf(read(file)))),
  ];
}

describe('the systemd units', () => {
  it.each([...units, 'kinbridge.target', 'kinbridge-backup.timer'])('%s has only known directives', (unit) => {
    const unknown = directives(read(unit)).filter(([section, name]) => !known[section]?.split(/\s+/).includes(name));
    expect(unknown).toEqual([]);
  });

  it.each(units)('%s starts an entry of the server', (unit) => {
    const [, entry] = /^\/usr\/bin\/node \/opt\/kinbridge\/(\S+)(?: --[a-z]+)?$/.exec(values(unit, 'ExecStart')[0]);
    expect(existsSync(join(folder, '../..', entry.replace('/dist/', '/src/').replace('.js', '.ts')))).toBe(true);
  });

  it.each(units)('%s gets the settings it needs, and only known ones', (unit) => {
    const byUnit = { 'kinbridge-migrate.service': migrationProblems, 'kinbridge-backup.service': backupProblems };
    const problems = byUnit[unit] ?? serverProblems;
    expect(problems(settingsOf(unit))).toEqual([]);
  });

  it('confine every service in the same way', () => {
    const confinement = (unit) => read(unit).split('# What the process may not do.')[1].split('\n\n')[0].trimEnd();
    expect(new Set(units.map(confinement)).size).toBe(1);
  });
});
