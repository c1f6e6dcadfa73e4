import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../server/src/embedded-postgres/free-port.ts';
import { projectRoot } from '../../server/src/main/config.ts';
import { checkProxy, checkRestart } from '../behind-proxy/checks.ts';
import { publicName } from '../behind-proxy/client.ts';
import { listens, proxyFolder, replaceAll } from '../behind-proxy/folder.ts';
import { startPortal } from '../behind-proxy/portal.ts';
import { packageVersion } from '../packages.ts';
import type { Part } from '../part.ts';
import { startProgram } from '../program.ts';

/** Runs ops/systemd/Caddyfile as it is, but for its ports and its certificate. */
export const caddy: Part = {
  name: 'caddy',
  packages: ['caddy'],
  async run() {
    const { folder, certificate, key, ca } = await proxyFolder();
    const portal = await startPortal();
    try {
      const port = await findFreePort();
      const [first, second] = portal.ports;
      const example = await readFile(join(projectRoot(), 'ops/systemd/Caddyfile'), 'utf8');
      const site = replaceAll(example, {
        [`${publicName} {`]: `${publicName}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
        '127.0.0.1:3001': `127.0.0.1:${first}`,
        '127.0.0.1:3002': `127.0.0.1:${second}`,
      });
      const file = join(folder, 'Caddyfile');
      await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
      await startProgram('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
        ready: () => listens(port),
        env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      });
      const software = { software: 'Caddy with ops/systemd/Caddyfile', version: packageVersion('caddy') };
      const address = { port, ca };
      return [...(await checkProxy(software, portal, address)), await checkRestart(software, portal, address)];
    } finally {
      await portal.close();
    }
  },
};
