import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { loadCode } from '../load-code.ts';

/** Old browsers and pages without TLS have no passkeys. */
export function passkeysWork(): boolean {
  return window.PublicKeyCredential !== undefined;
}

/** The person or the device didn't complete what the browser asked. */
export class PasskeyError extends Error {}

const loadPasskeys = () => loadCode(() => import('@simplewebauthn/browser'));

/** Lets the person choose a passkey and confirm with their device. */
export async function confirmWithPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await loadPasskeys();
  try {
    return await startAuthentication({ optionsJSON });
  } catch (error) {
    throw new PasskeyError(
      isNamed(error, 'SecurityError') ? wrongAddress() : 'No passkey was used. Try again, or choose another way.',
    );
  }
}

export async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await loadPasskeys();
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    throw new PasskeyError(whyNotCreated(error));
  }
}

/** Passkeys belong to the address that the server calls its own, and never to an IP address. */
function wrongAddress(): string {
  const better = window.location.hostname === '127.0.0.1' ? 'localhost' : 'its usual address';
  return `Passkeys don't work at this address. Open Kinbridge at ${better}.`;
}

function whyNotCreated(error: unknown): string {
  if (isNamed(error, 'InvalidStateError')) return 'This device already has a passkey for your account.';
  if (isNamed(error, 'SecurityError')) return wrongAddress();
  return "Your device didn't create a passkey. Try again, or use another device.";
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
