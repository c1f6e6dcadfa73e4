/** Loaded with its first use, since it would make every start longer. */
const loadTotp = () => import('otpauth');

const stepSeconds = 30;

const app = { issuer: 'Kinbridge', algorithm: 'SHA1', digits: 6, period: stepSeconds };

/** A new secret of 160 bits, as base32. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await loadTotp();
  return new Secret({ size: 20 }).base32;
}

/** What the QR code says. */
export async function totpUri(secret: string, email: string): Promise<string> {
  const { TOTP } = await loadTotp();
  return new TOTP({ ...app, label: email, secret }).toString();
}

/**
 * The step that a code belongs to: the current one, one before or one after, since clocks differ. Null for a code of
 * another time.
 */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | null> {
  if (!isTotpCode(code)) return null;
  const { TOTP } = await loadTotp();
  const delta = new TOTP({ ...app, secret }).validate({ token: withoutSpaces(code), timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / stepSeconds) + delta;
}

export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(withoutSpaces(code));
}

function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '');
}
