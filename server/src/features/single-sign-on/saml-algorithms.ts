import { createHash, type KeyLike, verify } from 'node:crypto';

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
/** XML Security 1.1 names it in the first namespace; some providers use the other one. */
const sha384Names = [`${more}sha384`, 'http://www.w3.org/2001/04/xmlenc#sha384'];
const rsaSha384Name = `${more}rsa-sha384`;

/** The digests and signatures that count. SHA-1 can be forged. */
export const strongAlgorithms = new Set([
  ...sha384Names,
  rsaSha384Name,
  ...['sha256', 'sha512'].flatMap((hash) => [`${more}rsa-${hash}`, `http://www.w3.org/2001/04/xmlenc#${hash}`]),
]);

class Sha384 {
  getAlgorithmName = () => `${more}sha384`;
  getHash = (xml: string) => createHash('sha384').update(xml, 'utf8').digest('base64');
}

class RsaSha384 {
  getAlgorithmName = () => rsaSha384Name;
  getSignature = (): never => {
    throw new Error('Only for verifying.');
  };
  verifySignature = (material: string, key: KeyLike, signature: string) =>
    verify('sha384', Buffer.from(material), key, Buffer.from(signature, 'base64'));
}

let isAdded = false;

/** Adds SHA-384, which the library for signatures lacks. It registers algorithms per signature only. */
export async function addSha384(): Promise<void> {
  if (isAdded) return;
  isAdded = true;
  const { SignedXml } = await import('xml-crypto');
  const { loadSignature } = SignedXml.prototype;
  SignedXml.prototype.loadSignature = function (signature) {
    this.SignatureAlgorithms[rsaSha384Name] = RsaSha384;
    for (const name of sha384Names) this.HashAlgorithms[name] = Sha384;
    loadSignature.call(this, signature);
  };
}
