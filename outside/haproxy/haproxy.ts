import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../server/src/embedded-postgres/free-port.ts';
import { checkProxy, checkRestart } from '../behind-proxy/checks.ts';
import { listens, proxyFolder } from '../behind-proxy/folder.ts';
import { startPortal } from '../behind-proxy/portal.ts';
import { packageVersion } from '../packages.ts';
import type { Part } from '../part.ts';
import { startProgram } from '../program.ts';

/** Keeps connections to the portal for other callers, as HAProxy does without settings about it. */
export const haproxy: Part = {
  name: 'haproxy',
  packages: ['haproxy'],
  async run() {
    const { folder, certificate, key, ca } = await proxyFolder();
    const both = join(folder, 'both.pem');
    await writeFile(both, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
    const portal = await startPortal();
    try {
      const port = await findFreePort();
      const file = join(folder, 'haproxy.cfg');
      await writeFile(file, settings(port, both, portal.ports));
      await startProgram('/usr/sbin/haproxy', ['-db', '-f', file], { ready: () => listens(port) });
      const software = { software: 'HAProxy', version: packageVersion('haproxy') };
      const address = { port, ca };
      return [...(await checkProxy(software, portal, address)), await checkRestart(software, portal, address)];
    } finally {
      await portal.close();
    }
  },
};

const settings = (port: number, certificate: string, ports: number[]) => `
global
  maxconn 1000

defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
  option forwardfor

frontend portal
  bind 127.0.0.1:${port} ssl crt ${certificate} alpn h2,http/1.1
  default_backend kinbridge

backend kinbridge
  balance leastconn
  option redispatch
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 1s fall 2 rise 1
${ports.map((upstream) => `  server api${upstream} 127.0.0.1:${upstream}`).join('\n')}
`;
