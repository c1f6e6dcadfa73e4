import { beforeAll, describe, expect, test } from 'vitest';
import { type ResponseChanges, SamlProviderStandIn, wrapAssertion } from '../../testing/saml-provider.ts';
import { readProviderMetadata, type SamlProvider } from './saml-metadata.ts';
import { readAssertion } from './saml-response.ts';
import { ownMetadata, serviceProviderOf, signInAddress } from './saml-service-provider.ts';
import { attribute, descendant, parseXml } from './saml-xml.ts';

const ours = serviceProviderOf('http://127.0.0.1:3000', 'riverbend');
const idp = new SamlProviderStandIn();
idp.url = 'http://127.0.0.1:9';
const stranger = new SamlProviderStandIn();
let provider: SamlProvider;
let address = '';

beforeAll(async () => {
  idp.person = { id: 'p-7', email: 'Nora@Riverbend.example', firstName: 'Nora', lastName: 'Lindqvist' };
  provider = await readProviderMetadata(idp.metadata(), () => true);
  address = await signInAddress(ours, provider, {
    requestId: '_request',
    relayState: '/login/done',
    again: false,
  });
});

async function read(changes: ResponseChanges = {}) {
  const { samlResponse } = await idp.answer(address, changes);
  return readAssertion(ours, provider, { samlResponse, decryptionKey: null });
}

const wrapped = (xml: string, place: Parameters<typeof wrapAssertion>[1]) =>
  wrapAssertion(xml, place, (assertion) => assertion.replaceAll('Nora@', 'Eve@'));

describe('a response', () => {
  test('says who signed in, and which request it answers', async () => {
    await expect(read()).resolves.toMatchObject({
      requestId: '_request',
      subject: 'p-7',
      email: 'Nora@Riverbend.example',
      firstName: 'Nora',
      lastName: 'Lindqvist',
      authenticatedAt: expect.any(Date),
    });
  });

  const refused: [string, ResponseChanges, string][] = [
    ['with a changed address', { edit: (xml) => xml.replaceAll('Nora@', 'Eve@') }, 'invalid signature'],
    ['that is unsigned', { signAssertion: false }, 'unsigned'],
    ['signed around an unsigned assertion', { signAssertion: false, signResponse: true }, 'unsigned'],
    ['that has expired', { lifetimeInSeconds: -181 }, 'expired'],
    ['for another audience', { audience: 'https://other.example' }, 'another audience'],
    ['for another recipient', { recipient: 'https://other.example/acs' }, 'another recipient'],
    ['for another destination', { destination: 'https://other.example/acs' }, 'another destination'],
    ['from another issuer', { issuer: 'https://other.example' }, 'another issuer'],
    ['signed with another certificate', stranger.certificate, 'invalid signature'],
    ['signed with SHA-1', { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' }, 'weak signature'],
    ['that answers no request', { inResponseTo: '' }, 'no request'],
    ['whose envelope answers another', { edit: (xml) => xml.replace('"_request"', '"_other"') }, 'no request'],
    [
      'that reports a failure',
      { samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' },
      'refused by the provider',
    ],
    ['with a document type', { edit: (xml) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}` }, 'document type'],
    ['with a copy before the signed assertion', { edit: (xml) => wrapped(xml, 'before') }, 'unsigned'],
    ['with a copy after the signed assertion', { edit: (xml) => wrapped(xml, 'after') }, 'invalid signature'],
    ['with the signed assertion inside a copy', { edit: (xml) => wrapped(xml, 'around') }, 'invalid signature'],
    ['with the signed response inside a copy', { edit: (xml) => wrapped(xml, 'signature') }, 'invalid signature'],
  ];

  test.each(refused)('%s is refused', async (_, changes, reason) => {
    await expect(read(changes)).rejects.toThrow(reason);
  });
});

describe('metadata of a provider', () => {
  const [start = '', end = ''] = idp.metadata().split('<KeyDescriptor');
  const refused: [string, string, string][] = [
    ['that is not XML', 'hello', "isn't valid XML"],
    ['with a document type', `<!doctype a>${idp.metadata()}`, 'document type'],
    ['of a service', '<EntityDescriptor entityID="x"><SPSSODescriptor/></EntityDescriptor>', "isn't the metadata"],
    ['without a certificate', `${start}${end.slice(end.indexOf('</KeyDescriptor>') + 16)}`, 'no readable RSA'],
    ['without a sign-in address', idp.metadata().replace('HTTP-Redirect', 'SOAP'), 'HTTP-Redirect'],
    ['without a name', idp.metadata().replace(/entityID="[^"]*"/, ''), 'entity ID'],
  ];

  test.each(refused)('%s is refused', async (_, xml, reason) => {
    await expect(readProviderMetadata(xml, () => true)).rejects.toThrow(reason);
  });

  test('may wrap the provider and uses only allowed addresses', async () => {
    const wrapped = `<EntitiesDescriptor>${idp.metadata()}</EntitiesDescriptor>`;
    await expect(readProviderMetadata(wrapped, () => true)).resolves.toEqual(provider);
    await expect(readProviderMetadata(wrapped, () => false)).rejects.toThrow('https://');
  });
});

test('our metadata names us, our address, and asks for signed assertions', async () => {
  const { key: privateKey, cert: certificate } = stranger.certificate;
  const entity = descendant(await parseXml(await ownMetadata(ours, { privateKey, certificate })), 'EntityDescriptor');
  const service = descendant(entity, 'SPSSODescriptor');
  expect(attribute(entity, 'entityID')).toBe(ours.entityId);
  expect(attribute(service, 'WantAssertionsSigned')).toBe('true');
  expect(attribute(descendant(service, 'AssertionConsumerService'), 'Location')).toBe(ours.acsUrl);
});
