import { addSha384, strongAlgorithms } from './saml-algorithms.ts';
import { decryptAssertion } from './saml-decryption.ts';
import type { SamlProvider } from './saml-metadata.ts';
import { clockSkewMs, type ServiceProvider, samlOptions } from './saml-service-provider.ts';
import { attribute, children, descendant, parseXml, textOf, type XmlElement } from './saml-xml.ts';
import { completeNames } from './whole-name.ts';

/** What a signed assertion says. */
export interface Assertion {
  id: string;
  /** Our request that it answers. */
  requestId: string;
  /** By our clock, after which it isn't accepted again. */
  expires: Date;
  subject: string;
  /** Null if it isn't among the usual attributes. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  /** When the provider asked the person who they are. */
  authenticatedAt: Date | null;
}

export interface EncodedResponse {
  /** In base64. */
  samlResponse: string;
  /** If its assertion is encrypted. */
  decryptionKey: string | null;
}

/**
 * Reads the assertion in a provider's response and throws the reason, in a few words, if it must not be accepted. Everything that counts
 * comes from the bytes that the organization's own certificate signed.
 */
export async function readAssertion(
  ours: ServiceProvider,
  provider: SamlProvider,
  { samlResponse, decryptionKey }: EncodedResponse,
  now = new Date(),
): Promise<Assertion> {
  const encoded = Buffer.from(samlResponse, 'base64').toString('utf8');
  const xml = decryptionKey === null ? encoded : await decryptAssertion(encoded, decryptionKey);
  const response = descendant(await parseXml(xml), 'Response');
  checkEnvelope(ours, provider, response);
  const { SAML } = await import('@node-saml/node-saml');
  await addSha384();
  const saml = new SAML(samlOptions(ours, provider));
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
    .catch((error: Error) => {
      throw new Error(reasonOf(error.message), { cause: error });
    });
  const assertion = descendant(profile?.getAssertion?.(), 'Assertion');
  if (!assertion) throw new Error('no assertion');
  const accepted = checkAssertion(ours, provider, assertion, now);
  if (attribute(response, 'InResponseTo') !== accepted.requestId) throw new Error('no request');
  return accepted;
}

/** The library's sentences may quote what a stranger sent. */
function reasonOf(message: string): string {
  if (message.includes('audience')) return 'another audience';
  if (message.includes('not yet valid')) return 'not valid yet';
  return message.includes('expired') ? 'expired' : 'invalid signature';
}

/** The provider answered that it didn't sign the person in. */
export const refusedByProvider = 'refused by the provider';
export const noEmail = 'no email';

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** The unsigned envelope. It proves nothing, but one that contradicts the rest isn't accepted. */
function checkEnvelope(ours: ServiceProvider, provider: SamlProvider, response: XmlElement | undefined): void {
  if (!response) throw new Error('not a SAML response');
  const status = attribute(descendant(response, 'Status', 'StatusCode'), 'Value');
  if (status !== success) throw new Error(refusedByProvider);
  const destination = attribute(response, 'Destination');
  // Some providers name the party instead of its address.
  if (destination && ![ours.acsUrl, ours.entityId].includes(destination)) {
    throw new Error('another destination');
  }
  const issuer = textOf(descendant(response, 'Issuer'));
  if (issuer && issuer !== provider.entityId) throw new Error('another issuer');
  const signed = descendant(response, 'Assertion', 'Signature', 'SignedInfo');
  if (!signed) throw new Error('unsigned');
  const algorithms = [descendant(signed, 'SignatureMethod'), descendant(signed, 'Reference', 'DigestMethod')];
  if (!algorithms.every((method) => strongAlgorithms.has(attribute(method, 'Algorithm') ?? ''))) {
    throw new Error('weak signature');
  }
}

function checkAssertion(ours: ServiceProvider, provider: SamlProvider, assertion: XmlElement, now: Date): Assertion {
  const id = attribute(assertion, 'ID');
  if (!id) throw new Error('no assertion ID');
  if (textOf(descendant(assertion, 'Issuer')) !== provider.entityId) {
    throw new Error('another issuer');
  }
  const confirmation = confirmationFor(ours, assertion);
  const ends = [confirmation, descendant(assertion, 'Conditions')]
    .map((element) => attribute(element, 'NotOnOrAfter'))
    .filter((end) => end !== undefined);
  const expires = new Date(Math.min(...ends.map(Date.parse)) + clockSkewMs);
  // NaN, for a time that can't be read, isn't greater either.
  if (!(expires > now)) throw new Error('expired');
  return {
    id,
    requestId: attribute(confirmation, 'InResponseTo') ?? '',
    expires,
    authenticatedAt: authenticationOf(assertion),
    ...personIn(assertion),
  };
}

function authenticationOf(assertion: XmlElement): Date | null {
  const instant = Date.parse(attribute(descendant(assertion, 'AuthnStatement'), 'AuthnInstant') ?? '');
  return Number.isNaN(instant) ? null : new Date(instant);
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** The one confirmation that the assertion was meant for this address, for a limited time, as an answer to us. */
function confirmationFor(ours: ServiceProvider, assertion: XmlElement): XmlElement {
  const data = children(descendant(assertion, 'Subject'), 'SubjectConfirmation')
    .filter((confirmation) => attribute(confirmation, 'Method') === bearer)
    .map((confirmation) => descendant(confirmation, 'SubjectConfirmationData'));
  const here = data.find((each) => attribute(each, 'Recipient') === ours.acsUrl);
  if (!here) throw new Error('another recipient');
  if (!attribute(here, 'NotOnOrAfter')) throw new Error('no expiry');
  if (!attribute(here, 'InResponseTo')) throw new Error('no request');
  return here;
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
const emailNames = [
  'email',
  'mail',
  'emailaddress',
  'user.email',
  `${claims}emailaddress`,
  'urn:oid:0.9.2342.19200300.100.1.3',
];
const firstNames = ['firstname', 'givenname', 'user.firstname', `${claims}givenname`, 'urn:oid:2.5.4.42'];
const lastNames = ['lastname', 'surname', 'sn', 'user.lastname', `${claims}surname`, 'urn:oid:2.5.4.4'];
const wholeNames = [
  'displayname',
  'cn',
  'commonname',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/claims/commonname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'urn:oid:2.5.4.3',
];
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

function personIn(assertion: XmlElement): Pick<Assertion, 'subject' | 'email' | 'firstName' | 'lastName'> {
  const values = attributeValues(assertion);
  const find = (names: string[]) => names.map((name) => values.get(name)).find((value) => value) ?? null;
  const nameId = descendant(assertion, 'Subject', 'NameID');
  const name = textOf(nameId) ?? '';
  const email = find(emailNames) ?? (name.includes('@') ? name : null);
  // A name that changes with every sign-in can't be recognized.
  const subject = attribute(nameId, 'Format') === transient || name === '' ? (email?.toLowerCase() ?? null) : name;
  if (subject === null) throw new Error(noEmail);
  const names = completeNames({ firstName: find(firstNames), lastName: find(lastNames) }, find(wholeNames));
  return { subject, email, ...names };
}

/** The first value of every attribute, by its name in lower case. */
function attributeValues(assertion: XmlElement): Map<string, string> {
  const found = new Map<string, string>();
  for (const each of children(assertion, 'AttributeStatement').flatMap((statement) =>
    children(statement, 'Attribute'),
  )) {
    const name = attribute(each, 'Name')?.toLowerCase();
    const value = textOf(descendant(each, 'AttributeValue'));
    if (name && value && !found.has(name)) found.set(name, value);
  }
  return found;
}
