import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSelfSignedCertificate } from '../../server/src/testing/self-signed-certificate.ts';

export interface ProxyFolder {
  folder: string;
  /** Files in it. */
  certificate: string;
  key: string;
  /** The certificate, for clients. */
  ca: string;
}

/** A folder for a proxy's settings, removed with the run's. */
export async function proxyFolder(): Promise<ProxyFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'kinbridge-proxy-'));
  const { key, cert } = makeSelfSignedCertificate();
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  await writeFile(files.certificate, cert);
  await writeFile(files.key, key);
  return { folder, ca: cert, ...files };
}

/** The text with other ports and places. */
export function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((done, [from, to]) => done.replaceAll(from, to), text);
}

/** Whether somebody listens at this port of loopback. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect').finally(() => socket.destroy());
  return true;
}
