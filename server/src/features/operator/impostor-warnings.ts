import type {
  ListedOrganization,
  OrganizationWarning,
} from '@kinbridge/contract/operator/operator-organizations.contract';

type Judged = Pick<ListedOrganization, 'id' | 'name' | 'address' | 'zipCode' | 'email' | 'website' | 'admins'>;

/** Public mail hosts, so sharing one means nothing. */
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

/** From this length on, a name contained in another is suspicious. */
const minContainedLength = 8;

function sharedName(one: string, other: string): OrganizationWarning['kind'] | null {
  if (one === other) return 'same-name';
  const shorter = Math.min(one.length, other.length);
  return shorter > minContainedLength && (one.includes(other) || other.includes(one)) ? 'similar-name' : null;
}

/** What an organization shares with others. Names are normalized once, since there may be thousands. */
export function impostorWarnings(all: readonly Judged[]): (id: number) => OrganizationWarning[] {
  const facts = new Map(
    all.map((judged) => [
      judged.id,
      { ...judged, plain: plainName(judged.name), place: plainAddress(judged), domains: domainsOf(judged) },
    ]),
  );
  return (id) => {
    const judged = facts.get(id);
    if (!judged) return [];
    return [...facts.values()].flatMap((other) => {
      if (other.id === id) return [];
      const domain = judged.domains.find((name) => other.domains.includes(name));
      const kinds: (OrganizationWarning['kind'] | null)[] = [
        sharedName(judged.plain, other.plain),
        judged.place !== null && judged.place === other.place ? 'same-address' : null,
        domain === undefined ? null : 'same-domain',
      ];
      const organization = { id: other.id, name: other.name };
      return kinds.flatMap((kind) =>
        kind === null ? [] : [{ kind, domain: kind === 'same-domain' ? (domain ?? null) : null, organization }],
      );
    });
  };
}

/** Organizations with the same normalized name, since names can change after approval. */
export function namesakes<T extends Judged>(all: readonly T[]): T[] {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(plainName(name), (counts.get(plainName(name)) ?? 0) + 1);
  return all.filter(({ name }) => (counts.get(plainName(name)) ?? 0) > 1);
}
