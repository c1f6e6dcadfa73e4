import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../server/src/embedded-postgres/free-port.ts';
import { projectRoot } from '../../server/src/main/config.ts';
import { checkProxy, checkRestart } from '../behind-proxy/checks.ts';
import type { ProxyAddress } from '../behind-proxy/client.ts';
import { listens, proxyFolder, replaceAll } from '../behind-proxy/folder.ts';
import { type Portal, startPortal } from '../behind-proxy/portal.ts';
import { packageVersion } from '../packages.ts';
import type { Check, Part } from '../part.ts';
import { startProgram } from '../program.ts';

/** With the example file, and with little more than what nginx needs to pass calls on. */
export const nginx: Part = {
  name: 'nginx',
  packages: ['nginx'],
  async run() {
    const version = packageVersion('nginx');
    const named = { software: 'nginx with ops/systemd/nginx.conf', version };
    const plain = { software: 'nginx with its defaults', version };
    const portal = await startPortal();
    try {
      const example = await readFile(join(projectRoot(), 'ops/systemd/nginx.conf'), 'utf8');
      return [
        ...(await behindNginx(portal, example, async (address) => [
          ...(await checkProxy(named, portal, address)),
          await checkRestart(named, portal, address),
        ])),
        ...(await behindNginx(portal, defaults, (address) => checkProxy(plain, portal, address))),
      ];
    } finally {
      await portal.close();
    }
  },
};

/** Apart from the size of uploads: 25 MB don't fit into nginx's own limit. */
const defaults = `
upstream kinbridge {
	server 127.0.0.1:3001;
	server 127.0.0.1:3002;
}
server {
	listen 443 ssl http2;
	ssl_certificate /etc/letsencrypt/live/kinbridge.example.org/fullchain.pem;
	ssl_certificate_key /etc/letsencrypt/live/kinbridge.example.org/privkey.pem;
	client_max_body_size 512m;
	location / {
		proxy_pass http://kinbridge;
	}
}
`;

/** Runs nginx with this file as it is, but for its ports and the place of the certificate. */
async function behindNginx(
  portal: Portal,
  site: string,
  run: (address: ProxyAddress) => Promise<Check[]>,
): Promise<Check[]> {
  const { folder, certificate, key, ca } = await proxyFolder();
  const port = await findFreePort();
  const [first, second] = portal.ports;
  await writeFile(
    join(folder, 'site.conf'),
    replaceAll(site, {
      'listen 443 ': `listen 127.0.0.1:${port} `,
      'listen 80;': `listen 127.0.0.1:${await findFreePort()};`,
      '127.0.0.1:3001': `127.0.0.1:${first}`,
      '127.0.0.1:3002': `127.0.0.1:${second}`,
      '/etc/letsencrypt/live/kinbridge.example.org/fullchain.pem': certificate,
      '/etc/letsencrypt/live/kinbridge.example.org/privkey.pem': key,
    }),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await Promise.all(temporary.map((name) => mkdir(join(folder, name))));
  const main = `
daemon off;
user root;
pid ${folder}/pid;
error_log stderr;
events {}
http {
	include /etc/nginx/mime.types;
	access_log off;
	${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')}
	include ${folder}/site.conf;
}
`;
  await writeFile(join(folder, 'nginx.conf'), main);
  const program = await startProgram('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    ready: () => listens(port),
  });
  const checks = await run({ port, ca });
  await program.stop();
  return checks;
}
