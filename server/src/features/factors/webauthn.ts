import type { PasskeyTransport } from '@kinbridge/contract/factors/passkeys.contract';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Config } from '../../config.ts';

const text = z.string().max(20_000);
const credentialFields = {
  id: z.base64url().max(1_400),
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
};
const registration = z.looseObject({
  ...credentialFields,
  response: z.looseObject({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string()).max(20).optional(),
  }),
});
const authentication = z.looseObject({
  ...credentialFields,
  response: z.looseObject({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish(),
  }),
});
const clientData = z.looseObject({ challenge: z.base64url().min(1).max(100), crossOrigin: z.boolean().optional() });

/** ES256, and RS256 for Windows Hello on older computers. */
export const passkeyAlgorithms = [-7, -257];

const knownTransports: readonly string[] = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] satisfies PasskeyTransport[];

type Site = Pick<Config, 'publicUrl' | 'publicUrlGiven'>;

/**
 * The site that passkeys are for: PUBLIC_URL's. Without one the portal runs on this computer, where browsers offer
 * passkeys at localhost but not at an IP address, so both names count.
 */
function relyingParties({ publicUrl, publicUrlGiven }: Site): { id: string; origin: string; host: string }[] {
  return [publicUrl, ...(publicUrlGiven ? [] : [publicUrl.replace('//127.0.0.1', '//localhost')])].map((url) => {
    const { hostname, origin, host } = new URL(url);
    return { id: hostname, origin, host };
  });
}

/** The id of the site as the browser reached it. Its host is never believed beyond the names above. */
export function relyingPartyId(config: Site, host: string | undefined): string {
  const [own, ...others] = relyingParties(config);
  return (others.find((other) => other.host === host) ?? own)?.id ?? '';
}

/** The challenge that a response names; null if it has none or comes from a page inside another site's. */
export function challengeOf(response: unknown): Buffer | null {
  const parsed = z.looseObject({ response: z.looseObject({ clientDataJSON: text }) }).safeParse(response);
  if (!parsed.success) return null;
  try {
    const json: unknown = JSON.parse(Buffer.from(parsed.data.response.clientDataJSON, 'base64url').toString('utf8'));
    const { challenge, crossOrigin } = clientData.parse(json);
    return crossOrigin ? null : Buffer.from(challenge, 'base64url');
  } catch {
    return null;
  }
}

export interface NewPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: PasskeyTransport[];
}

/** The passkey that a browser made for this challenge; null if anything about it is wrong. */
export async function readNewPasskey(site: Site, challenge: Buffer, given: unknown): Promise<NewPasskey | null> {
  // Loaded with its first use, here and below: it would make every start half again as long.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const response = registration.parse(given) as unknown as RegistrationResponseJSON;
    await refuseCertificates(response.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      ...expected(site, challenge),
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!verified || !registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports.filter((name) => knownTransports.includes(name)) as PasskeyTransport[],
    };
  } catch {
    return null;
  }
}

/** We ask for no attestation. Certificates would make the server look up their revocation wherever they say. */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw new Error(`Unwanted attestation: ${format}`);
}

/** The credential id of a response, and the user it names; null if it is malformed. */
export function credentialOf(given: unknown): { credentialId: Buffer; userHandle: string | null } | null {
  const parsed = authentication.safeParse(given);
  if (!parsed.success) return null;
  const { id, response } = parsed.data;
  return { credentialId: Buffer.from(id, 'base64url'), userHandle: response.userHandle || null };
}

/** The passkey's new counter if it signed this challenge; null if anything about it is wrong. */
export async function readSignature(
  site: Site,
  challenge: Buffer,
  given: unknown,
  passkey: { credential_id: Buffer; public_key: Buffer; counter: number },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: authentication.parse(given) as unknown as AuthenticationResponseJSON,
      ...expected(site, challenge),
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

function expected(site: Site, challenge: Buffer) {
  const parties = relyingParties(site);
  return {
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: parties.map(({ origin }) => origin),
    expectedRPID: parties.map(({ id }) => id),
    requireUserVerification: true,
  };
}

/** What authenticators store as the owner of a passkey; it says nothing about the person. */
export function userHandleOf(userId: number): string {
  return Buffer.from(`user ${userId}`).toString('base64url');
}
