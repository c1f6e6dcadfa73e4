import { generateKeyPairSync, sign } from 'node:crypto';

/** A self-signed certificate for 127.0.0.1, generated because a stored one would expire. */
export function makeSelfSignedCertificate(kind: 'ec' | 'rsa' = 'ec'): { key: string; cert: string } {
  const { privateKey, publicKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : // Small, because larger ones take a test half a second.
        generateKeyPairSync('rsa', { modulusLength: 1024 });
  const now = Date.now();
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from('Kinbridge test'))))); // commonName
  const algorithm =
    kind === 'ec'
      ? sequence(oid('2a8648ce3d040302')) // ecdsaWithSha256
      : sequence(oid('2a864886f70d01010b'), der(0x05, Buffer.alloc(0))); // sha256WithRSAEncryption
  const extensions = sequence(
    sequence(oid('551d13'), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))), // basicConstraints: an authority
    sequence(oid('551d11'), der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1]))))), // subjectAltName: the address
  );
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])), // serial number
    algorithm,
    name,
    sequence(utcTime(now - 3_600_000), utcTime(now + 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', certificate, privateKey);
  const signed = sequence(certificate, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = signed.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One DER value: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...items: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(items));
}

function set(...items: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(items));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
