import { generateKeyPairSync } from 'node:crypto';
import { der, oid, selfSign, sequence } from '../features/single-sign-on/self-signed-certificate.ts';

/** A self-signed certificate for 127.0.0.1, generated because a stored one would expire. */
export function makeSelfSignedCertificate(
  kind: 'ec' | 'rsa' = 'ec',
  // Small, because larger ones take a test half a second.
  modulusLength = 1024,
): { key: string; cert: string } {
  const keys =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : generateKeyPairSync('rsa', { modulusLength });
  const extensions = sequence(
    sequence(oid('551d13'), der(0x04, sequence(der(0x01, Buffer.of(0xff))))), // basicConstraints: an authority
    sequence(oid('551d11'), der(0x04, sequence(der(0x87, Buffer.of(127, 0, 0, 1))))), // subjectAltName: the address
  );
  const now = Date.now();
  const [from, until] = [new Date(now - 3_600_000), new Date(now + 86_400_000)];
  return {
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: selfSign({ ...keys, commonName: 'Kinbridge test', from, until, extensions }),
  };
}
