import { promisify } from 'node:util';
import { findXmlProblem } from './xml-scan.ts';

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#';
const xmlenc11 = 'http://www.w3.org/2009/xmlenc11#';
const xmldsig = 'http://www.w3.org/2000/09/xmldsig#';

/** AES with RSA-OAEP, and the hashes that OAEP may use. RSA 1.5 tells too much when it fails. */
const allowedAlgorithms = new Set([
  ...['aes128-cbc', 'aes256-cbc', 'rsa-oaep-mgf1p', 'sha256', 'sha512'].map((name) => xmlenc + name),
  ...['aes128-gcm', 'aes256-gcm', 'rsa-oaep', 'mgf1sha1', 'mgf1sha256', 'mgf1sha384', 'mgf1sha512'].map(
    (name) => xmlenc11 + name,
  ),
  ...['sha1', 'sha256', 'sha512'].map((name) => xmldsig + name),
]);

/** The same for whatever is wrong: what a changed text decrypts to must stay unknown. */
const unreadable = 'encrypted assertion not readable';

export const isEncrypted = (xml: string) => /<([\w.-]{1,50}:)?EncryptedAssertion[\s>]/.test(xml);

/**
 * The response with its assertion decrypted in its place. That proves nothing, since anyone can encrypt for us: what
 * comes out is a stranger's document like any other.
 */
export async function decryptAssertion(xml: string, privateKey: string): Promise<string> {
  const [tag = '', prefix = ''] = /<([\w.-]{1,50}:)?EncryptedAssertion[\s>]/.exec(xml) ?? [];
  const start = xml.indexOf(tag);
  const endTag = `</${prefix}EncryptedAssertion>`;
  const end = xml.indexOf(endTag, start) + endTag.length;
  if (end < start) throw new Error(unreadable);
  const encrypted = xml.slice(start, end);
  const algorithms = [...encrypted.matchAll(/\sAlgorithm\s*=\s*(["'])(.*?)\1/gs)].map(([, , name = '']) => name);
  if (!algorithms.every((name) => allowedAlgorithms.has(name))) throw new Error(unreadable);
  const { decrypt } = (await import('xml-encryption')).default;
  const assertion = await promisify(decrypt)(encrypted, {
    key: privateKey,
    // It counts AES-CBC, which most providers use, as insecure. Above is what we allow.
    disallowDecryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  }).catch(() => {
    throw new Error(unreadable);
  });
  const decrypted = xml.slice(0, start) + assertion.replace(/^<\?xml[^>]*\?>/, '') + xml.slice(end);
  // The bounds hold for what was inside, too.
  if (findXmlProblem(decrypted) !== null) throw new Error(unreadable);
  return decrypted;
}
