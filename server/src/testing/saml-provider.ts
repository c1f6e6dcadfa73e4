import { createHash, sign, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import samlp, { type ParsedRequest, type SamlpOptions } from 'samlp';
import { SignedXml } from 'xml-crypto';
import xmlEncryption, { type EncryptOptions } from 'xml-encryption';
import { listen } from './listen.ts';
import { makeSelfSignedCertificate } from './self-signed-certificate.ts';

export interface SamlPerson {
  id: string;
  email: string;
  firstName?: string;
  lastName?: string;
  /** Sent instead of the usual ones. */
  attributes?: Record<string, string>;
}

/** How a response differs from what the request asks for. */
export type ResponseChanges = Partial<SamlpOptions> & {
  edit?: (xml: string) => string;
  /** Changes the assertion before it is signed. */
  beforeSigning?: (xml: string) => string;
  /** Signs the assertion with it. */
  hash?: keyof typeof algorithms;
  encrypt?: Encryption;
};

export interface Encryption {
  /** The service's metadata, with the certificate to encrypt for. */
  metadata: string;
  /** Names without their namespace. */
  algorithm?: string;
  keyAlgorithm?: string;
  /** What is encrypted instead of the assertion. */
  inside?: (assertion: string) => string;
}

const parseRequest = promisify(samlp.parseRequest);
const getSamlResponse = promisify(samlp.getSamlResponse);

/** An identity provider that signs in `person` without asking. */
export class SamlProviderStandIn {
  certificate = makeSelfSignedCertificate('rsa');
  person: SamlPerson = { id: 'nobody', email: 'nobody@example.org' };
  url = '';
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', this.url);
    if (url.pathname === '/metadata') return void response.end(this.metadata());
    const relayState = url.searchParams.get('RelayState') ?? '';
    this.answer(url.href).then(({ acsUrl, samlResponse }) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<form method="post" action="${acsUrl}"><input name="SAMLResponse" value="${samlResponse}">
        <input name="RelayState" value="${relayState}"></form><script>document.forms[0].submit()</script>`);
    });
  });

  async start(): Promise<this> {
    this.url = `http://127.0.0.1:${await listen(this.#server)}`;
    return this;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  metadata(): string {
    const pem = this.certificate.cert.replace(/-----.*-----|\s/g, '');
    return `<EntityDescriptor entityID="${this.url}/metadata" xmlns="urn:oasis:names:tc:SAML:2.0:metadata">
      <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
          <X509Certificate>${pem}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.url}/sso"/>
      </IDPSSODescriptor></EntityDescriptor>`;
  }

  /** The response to the request in this address, as base64. */
  async answer(signInUrl: string, { edit, beforeSigning, hash, encrypt, ...changes }: ResponseChanges = {}) {
    const query = Object.fromEntries(new URL(signInUrl).searchParams);
    const request: ParsedRequest = await parseRequest({ query, method: 'GET' });
    const acsUrl = request.assertionConsumerServiceURL;
    const { id, email, firstName, lastName, attributes } = this.person;
    const signsItself = beforeSigning !== undefined || hash !== undefined;
    const xml = await getSamlResponse(
      {
        issuer: `${this.url}/metadata`,
        ...this.certificate,
        audience: request.issuer,
        recipient: acsUrl,
        destination: acsUrl,
        inResponseTo: request.id,
        lifetimeInSeconds: 300,
        signatureAlgorithm: 'rsa-sha256',
        digestAlgorithm: 'sha256',
        ...(attributes && {
          profileMapper: () => ({ getClaims: () => attributes, getNameIdentifier: () => ({ nameIdentifier: id }) }),
        }),
        ...(signsItself && { signAssertion: false }),
        ...changes,
      },
      {
        id,
        emails: [{ value: email }],
        displayName: email,
        name: { givenName: firstName, familyName: lastName },
      },
    );
    const signed = signsItself ? signAssertion(beforeSigning?.(xml) ?? xml, this.certificate, hash) : xml;
    const sealed = encrypt ? await encryptAssertion(signed, encrypt) : signed;
    return {
      acsUrl,
      forced: request.forceAuthn === 'true',
      samlResponse: Buffer.from(edit ? edit(sealed) : sealed).toString('base64'),
    };
  }
}

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const algorithms = {
  sha256: { signature: `${more}rsa-sha256`, digest: 'http://www.w3.org/2001/04/xmlenc#sha256' },
  sha384: { signature: `${more}rsa-sha384`, digest: `${more}sha384` },
  sha512: { signature: `${more}rsa-sha512`, digest: 'http://www.w3.org/2001/04/xmlenc#sha512' },
};

function signAssertion(xml: string, { key }: { key: string }, hash: keyof typeof algorithms = 'sha256'): string {
  const { signature, digest } = algorithms[hash];
  const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: canonical,
  });
  signer.SignatureAlgorithms[signature] = class {
    getAlgorithmName = () => signature;
    getSignature = (info: string) => sign(hash, Buffer.from(info), key).toString('base64');
    verifySignature = () => false;
  } as never;
  signer.HashAlgorithms[digest] = class {
    getAlgorithmName = () => digest;
    getHash = (text: string) => createHash(hash).update(text).digest('base64');
  };
  const xpath = "//*[local-name(.)='Assertion']";
  const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
  signer.addReference({ xpath, digestAlgorithm: digest, transforms: [enveloped, canonical] });
  signer.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

const namespaceOf = (name: string) =>
  /gcm$|^rsa-oaep$/.test(name) ? 'http://www.w3.org/2009/xmlenc11#' : 'http://www.w3.org/2001/04/xmlenc#';

/** Replaces the assertion with an encrypted one. */
export async function encryptAssertion(
  xml: string,
  { metadata, algorithm = 'aes256-gcm', keyAlgorithm = 'rsa-oaep-mgf1p', inside = (same) => same }: Encryption,
): Promise<string> {
  const [, base64 = ''] = /<ds:X509Certificate>([^<]*)</.exec(metadata) ?? [];
  const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
  const options = {
    pem: certificate.toString(),
    rsa_pub: certificate.publicKey.export({ type: 'spki', format: 'pem' }),
    encryptionAlgorithm: namespaceOf(algorithm) + algorithm,
    keyEncryptionAlgorithm: namespaceOf(keyAlgorithm) + keyAlgorithm,
    disallowEncryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  } as EncryptOptions;
  const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
  const encrypted = await promisify(xmlEncryption.encrypt)(inside(assertion), options);
  const saml = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
  return xml.replace(assertion, () => `<saml:EncryptedAssertion ${saml}>${encrypted}</saml:EncryptedAssertion>`);
}

/** Signature wrapping: a forged assertion next to, or around, the signed one. */
export function wrapAssertion(
  xml: string,
  place: 'before' | 'after' | 'around' | 'signature',
  forge: (assertion: string) => string,
): string {
  const [signed = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
  const [signature = ''] = /<Signature.*<\/Signature>/s.exec(signed) ?? [];
  const forged = forge(signed.replace(signature, '')).replace(/ID="[^"]*"/, 'ID="_forged"');
  const last = '</saml:Assertion>';
  const inner = signed.replace(signature, '');
  const replacements = {
    before: forged + signed,
    after: signed + forged,
    around: forged.replace(last, `${signature}<saml:Advice>${inner}</saml:Advice>${last}`),
    signature: forged.replace(
      last,
      `${signature.replace('</Signature>', `<Object>${inner}</Object></Signature>`)}${last}`,
    ),
  };
  return xml.replace(signed, () => replacements[place]);
}
