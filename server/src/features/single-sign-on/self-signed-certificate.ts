import { type KeyObject, sign } from 'node:crypto';

interface CertificateOptions {
  privateKey: KeyObject;
  publicKey: KeyObject;
  commonName: string;
  from: Date;
  until: Date;
  extensions?: Buffer;
}

/** An X.509 certificate that an RSA or P-256 key signs for itself, as PEM. Node can read certificates, but not make them. */
export function selfSign({ privateKey, publicKey, commonName, from, until, extensions }: CertificateOptions): string {
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));
  const algorithm =
    publicKey.asymmetricKeyType === 'rsa'
      ? sequence(oid('2a864886f70d01010b'), der(0x05, Buffer.alloc(0))) // sha256WithRSAEncryption
      : sequence(oid('2a8648ce3d040302')); // ecdsaWithSha256
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.of(2))), // version 3
    der(0x02, Buffer.of(1)), // serial number
    algorithm,
    name,
    sequence(utcTime(from), utcTime(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions ? [der(0xa3, extensions)] : []),
  );
  const signature = sign('sha256', certificate, privateKey);
  const signed = sequence(certificate, algorithm, der(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = signed.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** One DER value: tag, length, content. */
export function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

export function sequence(...items: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(items));
}

export function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** Years until 2049. */
function utcTime(time: Date): Buffer {
  const digits = time.toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
