/** HAProxy: one port for the primary, one for replicas, one for the portal. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Layout, nodes, ports } from './layout.ts';
import { Program } from './processes.ts';

export const apiNumbers = [1, 2] as const;

export async function createHaproxy(layout: Layout): Promise<Program> {
  const file = join(layout.folder, 'haproxy.cfg');
  await writeFile(file, settings, { mode: 0o644 });
  return new Program(layout, {
    name: 'haproxy',
    command: '/usr/sbin/haproxy',
    args: ['-db', '-f', file],
    unprivileged: true,
  });
}

function servers(lines: (n: number) => string, numbers: readonly number[]): string {
  return numbers.map((n) => `  server ${lines(n)}`).join('\n');
}

const database = servers((n) => `node${n} 127.0.0.1:${ports.postgres(n)} check port ${ports.patroni(n)}`, nodes);

const settings = `
global
  maxconn 2000

defaults
  timeout connect 2s
  timeout check 2s
  timeout client 10m
  timeout server 10m
  retries 3
  option redispatch
  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions

listen primary
  mode tcp
  bind 127.0.0.1:${ports.primary}
  option httpchk OPTIONS /primary
  http-check expect status 200
${database}

listen replica
  mode tcp
  bind 127.0.0.1:${ports.replica}
  balance roundrobin
  option httpchk OPTIONS /replica
  http-check expect status 200
${database}

listen portal
  mode http
  bind 127.0.0.1:${ports.portal}
  balance roundrobin
  option forwardfor
  option httpchk GET /readyz
  http-check expect status 200
${servers((n) => `api${n} 127.0.0.1:${ports.api(n)} check`, apiNumbers)}
`;
