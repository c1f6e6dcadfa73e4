import fc from 'fast-check';

/** What a provider gets wrong, or does on purpose. The first ones are honest about everything but the address. */
const honest = ['none', 'said as text'] as const;
const lyingTokens = [
  ...['unverified', 'nothing about verified', 'unverified as text', 'no subject', 'a subject too long'],
  ...['another nonce', 'another audience', 'another issuer', 'expired', "a stranger's key", 'unsigned'],
] as const;
const lyingAssertions = [
  ...['a subject too long', 'another audience', 'another recipient', 'another issuer', 'expired'],
  ...["a stranger's key", 'unsigned', 'a weak signature', 'changed', 'no request', 'a comment in the address'],
  ...['a copy before', 'a copy after', 'a copy around', 'a copy in the signature'],
] as const;

export const victims = [
  ...['nobody', 'employee', 'admin', 'member', 'sign-up', 'directory entry', 'proven domain'],
  ...['colleague', 'own directory entry'],
] as const;
export type Victim = (typeof victims)[number];

/** Which cookies the browser sends. */
const cookieChoices = ['own', 'other', 'both', 'none', 'swapped'] as const;
export type CookieChoice = (typeof cookieChoices)[number];

export interface Lie {
  kind: 'oidc' | 'saml';
  victim: Victim;
  fault: string;
  capitals: boolean;
  subject: string;
  name: string;
  /** Which browser's trip the provider answers. */
  answers: 'own' | 'other';
  /** How the browser comes back, exchanges the code and follows the mailed link. */
  cookies: { back: CookieChoice; exchange: CookieChoice; confirm: CookieChoice };
}

/** Many people of the world have it. */
export const knownSubject = 'known';

const subject = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('x', 'x'.repeat(255), "'; drop table users --", 'a\u0000b', '\ud800') },
  { weight: 2, arbitrary: fc.constant(knownSubject) },
  fc.string({ minLength: 1 }),
);
const name = fc.oneof(fc.constantFrom('', 'Ida', '\u0000', 'x'.repeat(5000), '<script>', '\u202eadI'), fc.string());
const cookies = fc.oneof({ weight: 4, arbitrary: fc.constant<CookieChoice>('own') }, fc.constantFrom(...cookieChoices));

function liesOf(kind: Lie['kind'], faults: readonly string[]) {
  return fc.record<Lie>({
    kind: fc.constant(kind),
    victim: fc.constantFrom(...victims),
    fault: fc.oneof({ weight: 2, arbitrary: fc.constantFrom<string>(...honest) }, fc.constantFrom(...faults)),
    capitals: fc.boolean(),
    subject,
    name,
    answers: fc.oneof({ weight: 4, arbitrary: fc.constant('own' as const) }, fc.constant('other' as const)),
    cookies: fc.record({ back: cookies, exchange: cookies, confirm: cookies }),
  });
}

export function sampleLies(count: number, seed: number): Lie[] {
  return fc.sample(fc.oneof(liesOf('oidc', lyingTokens), liesOf('saml', lyingAssertions)), { numRuns: count, seed });
}

/** Whether the answer is one that a provider may give; whose address it names is another question. */
export function isAcceptable({ fault }: Lie): boolean {
  return [...honest, 'a comment in the address'].includes(fault);
}
