import type { RegisteredOrganization } from './registered-organizations.queries.ts';

type Judged = Pick<RegisteredOrganization, 'id' | 'name' | 'address' | 'zipCode' | 'email' | 'website' | 'admins'>;

/** Mail hosts that anybody can have an address at, so sharing one says nothing. */
const mailHosts = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com aol.com icloud.com me.com mac.com
   proton.me protonmail.com gmx.com gmx.net mail.com zoho.com comcast.net att.net verizon.net sbcglobal.net charter.net
   cox.net bellsouth.net`.split(/\s+/),
);

const emptyWords = new Set(['the', 'inc', 'incorporated', 'llc', 'corp', 'corporation', 'co', 'ltd']);

/** 'The Harvest-Table Food Bank, Inc.' and 'harvest table food bank' are the same name. */
export function plainName(name: string): string {
  const words = plainWords(name);
  const telling = words.filter((word) => !emptyWords.has(word));
  return (telling.length > 0 ? telling : words).join('');
}

/** Longer than this, a name that another one contains is worth a look. */
const tellingLength = 8;

function sharedName(name: string, otherName: string): string | null {
  const [one, other] = [plainName(name), plainName(otherName)];
  if (one === other) return 'same name as';
  const shorter = Math.min(one.length, other.length);
  return shorter > tellingLength && (one.includes(other) || other.includes(one)) ? 'similar name to' : null;
}

function plainWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function plainAddress({ address, zipCode }: Judged): string | null {
  return address && zipCode ? `${plainWords(address).join(' ')} ${zipCode.slice(0, 5)}` : null;
}

function domainsOf({ email, website, admins }: Judged): string[] {
  const mailed = [email, ...admins.map((admin) => admin.email)].map((address) => address?.split('@').at(-1) ?? '');
  const host = website && URL.canParse(website) ? new URL(website).hostname : '';
  const domains = [...mailed, host].map((domain) => domain.toLowerCase().replace(/^www\./, ''));
  return [...new Set(domains)].filter((domain) => domain !== '' && !mailHosts.has(domain));
}

/** What an organization shares with others, each as one sentence. */
export function impostorWarnings(judged: Judged, all: readonly Judged[]): string[] {
  const others = all.filter(({ id }) => id !== judged.id);
  const address = plainAddress(judged);
  const domains = domainsOf(judged);
  return others.flatMap((other) => {
    const shared = domains.find((domain) => domainsOf(other).includes(domain));
    return [
      sharedName(judged.name, other.name),
      address !== null && plainAddress(other) === address ? 'same address as' : null,
      shared === undefined ? null : `same domain (${shared}) as`,
    ].flatMap((warning) => (warning === null ? [] : [`${warning} ${other.id} ${other.name}`]));
  });
}
