import { X509Certificate } from 'node:crypto';
import { attribute, children, descendant, parseXml, textOf, type XmlElement } from './saml-xml.ts';

/** What we need to know about an organization's identity provider. */
export interface SamlProvider {
  entityId: string;
  /** Where a browser is sent with our request. */
  signInUrl: string;
  /** Base64 of the certificates that may sign; two while the provider rotates them. */
  certificates: string[];
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const maxCertificates = 10;

export const unreadableMetadata = {
  'document type': "The metadata has a document type (DOCTYPE), which isn't allowed. Please remove it.",
  'not XML': "This isn't valid XML. Please copy the whole metadata document.",
};

/** Reads a provider's metadata, and throws a sentence about what is missing. */
export async function readProviderMetadata(xml: string, isAllowedUrl: (url: string) => boolean): Promise<SamlProvider> {
  const root = await parseXml(xml.trim().replace(/^\uFEFF/, '')).catch(({ message }: Error) => {
    throw new Error(unreadableMetadata[message as keyof typeof unreadableMetadata] ?? message);
  });
  const entity = providerIn(root);
  const entityId = attribute(entity, 'entityID') ?? '';
  if (entityId === '' || entityId.length > 1024) throw new Error('The metadata has no usable entity ID.');
  const provider = descendant(entity, 'IDPSSODescriptor');
  const signInUrl = children(provider, 'SingleSignOnService')
    .filter((service) => attribute(service, 'Binding') === redirectBinding)
    .map((service) => attribute(service, 'Location') ?? '')[0];
  if (!signInUrl) throw new Error('The metadata has no sign-in address with the HTTP-Redirect binding.');
  if (!isAllowedUrl(signInUrl)) throw new Error('The sign-in address in the metadata must begin with https://.');
  return { entityId, signInUrl, certificates: signingCertificates(provider) };
}

/** A document about one provider, or about several parties of which one is a provider. */
function providerIn(root: XmlElement): XmlElement {
  const entities = [
    ...children(root, 'EntityDescriptor'),
    ...children(descendant(root, 'EntitiesDescriptor'), 'EntityDescriptor'),
  ];
  const providers = entities.filter((entity) => children(entity, 'IDPSSODescriptor').length > 0);
  const [provider] = providers;
  if (!provider) throw new Error("This isn't the metadata of a SAML 2.0 identity provider.");
  if (providers.length > 1)
    throw new Error('The metadata describes several identity providers. Please use the metadata of one.');
  return provider;
}

function signingCertificates(provider: XmlElement | undefined): string[] {
  const certificates = children(provider, 'KeyDescriptor')
    .filter((key) => (attribute(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => children(descendant(key, 'KeyInfo'), 'X509Data'))
    .flatMap((data) => children(data, 'X509Certificate'))
    .map((certificate) => (textOf(certificate) ?? '').replace(/\s/g, ''))
    .filter(isRsaCertificate);
  if (certificates.length === 0) throw new Error('The metadata has no readable RSA certificate for signing.');
  return [...new Set(certificates)].slice(0, maxCertificates);
}

function isRsaCertificate(base64: string): boolean {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).publicKey.asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
