import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import samlp, { type ParsedRequest, type SamlpOptions } from 'samlp';
import { makeSelfSignedCertificate } from './self-signed-certificate.ts';

export interface SamlPerson {
  id: string;
  email: string;
  firstName?: string;
  lastName?: string;
}

/** How a response differs from what the request asks for. */
export type ResponseChanges = Partial<SamlpOptions> & { edit?: (xml: string) => string };

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
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
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
  async answer(signInUrl: string, { edit, ...changes }: ResponseChanges = {}) {
    const query = Object.fromEntries(new URL(signInUrl).searchParams);
    const request: ParsedRequest = await parseRequest({ query, method: 'GET' });
    const acsUrl = request.assertionConsumerServiceURL;
    const { id, email, firstName, lastName } = this.person;
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
        ...changes,
      },
      {
        id,
        emails: [{ value: email }],
        displayName: email,
        name: { givenName: firstName, familyName: lastName },
      },
    );
    return {
      acsUrl,
      forced: request.forceAuthn === 'true',
      samlResponse: Buffer.from(edit ? edit(xml) : xml).toString('base64'),
    };
  }
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
