import { sql } from '../../server/src/db/sql.ts';
import { mailedLink } from '../../server/src/testing/auth.ts';
import { type ResponseChanges, wrapAssertion } from '../../server/src/testing/saml-provider.ts';
import type { Answer } from '../../server/src/testing/test-app.ts';
import { type CookieChoice, isAcceptable, knownSubject, type Lie } from './lies.ts';
import { addressOf, type Liar, type World } from './world.ts';

interface Started {
  page: string;
  cookie: string;
}

/** Two browsers on their way to one provider, which answers one of them. */
interface Trips {
  own: Started;
  other: Started;
  answered: Started;
}

export interface Outcome {
  /** What the lie achieved, in words; empty as it should be. */
  harms: string[];
  /** How far it came. */
  reached: 'refused' | 'vouched' | 'confirmed';
}

/** Lets a provider tell a lie, and the browsers and the owner of the mailbox act on it. */
export async function tell(world: World, lie: Lie): Promise<Outcome> {
  const liar = world.liars[lie.kind];
  const named = await addressOf(world, liar, lie.victim);
  const written = lie.capitals ? named.toUpperCase() : named;
  const address = lie.fault === 'a comment in the address' ? `${written}.evil.example` : written;
  const own = await start(world, liar);
  const other = await start(world, liar);
  const trips = { own, other, answered: lie.answers === 'own' ? own : other };
  const before = await readAccounts(world);
  const told = new Story(world, trips);
  const personId = await act(told, lie, { liar, address, written });
  const after = await readAccounts(world);
  for (const row of before.trusted.keys()) if (!after.trusted.has(row)) told.harms.push(`ended ${row}`);
  for (const [row, userId] of after.trusted) {
    if (!before.trusted.has(row) && userId !== personId) told.harms.push(`made ${row}`);
  }
  if (personId === null && before.everything !== after.everything) told.harms.push('changed an account');
  // The next lie may have the same subject.
  if (personId !== null) await sql`delete from linked_identities where user_id = ${personId}`.run(world.portal.app.db);
  return { harms: told.harms, reached: told.reached };
}

/** What happened so far. */
class Story implements Outcome {
  harms: string[] = [];
  reached: Outcome['reached'] = 'refused';

  constructor(
    readonly world: World,
    readonly trips: Trips,
  ) {}

  cookies(choice: CookieChoice): string {
    const { own, other } = this.trips;
    if (choice === 'both') return `${own.cookie}; ${other.cookie}`;
    if (choice === 'swapped') return `${own.cookie.split('=')[0]}=${other.cookie.split('=')[1]}`;
    return choice === 'none' ? '' : this.trips[choice].cookie;
  }

  /**
   * Makes a call with the chosen cookies. Whatever it answers, it must not work without the cookie of the trip that the
   * provider answered; with it, it is made again.
   */
  async tryInBrowser(what: string, choice: CookieChoice, call: (cookie: string) => Promise<Answer>): Promise<Answer> {
    const cookie = this.cookies(choice);
    const answer = this.note(await call(cookie));
    const { secret } = /=(?<secret>.*)/.exec(this.trips.answered.cookie)?.groups ?? {};
    // The name only finds the cookie of a state; the secret is what counts.
    if (cookie.includes(`=${secret}`)) return answer;
    if (answer.status < 400) this.harms.push(`${what} counted in another browser`);
    return this.note(await call(this.trips.answered.cookie));
  }

  note(answer: Answer): Answer {
    if (answer.status >= 500) this.harms.push(`an answer of ${answer.status}`);
    return answer;
  }
}

/** Answers the person who was let in because the owner of the mailbox agreed; null if nobody was. */
async function act(
  told: Story,
  lie: Lie,
  { liar, address, written }: { liar: Liar; address: string; written: string },
) {
  const { portal } = told.world;
  const arrive = await prepareReturn(told, lie, { liar, address, written });
  const back = await told.tryInBrowser('an answer', lie.cookies.back, arrive);
  const code = /#code=([\w-]+)/.exec(String(back.headers.location))?.[1];
  if (code === undefined) return null;
  told.reached = 'vouched';
  if (!isAcceptable(lie)) told.harms.push(`accepted an answer with ${lie.fault}`);
  if (told.note(await arrive(told.trips.answered.cookie)).status < 400) told.harms.push('an answer counted twice');

  const exchange = (cookie: string) => portal.call('POST /v1/auth/sso', { body: { code }, headers: { cookie } });
  const exchanged = await told.tryInBrowser('a code', lie.cookies.exchange, exchange);
  if ((await exchange(told.trips.answered.cookie)).status < 400) told.harms.push('a code counted twice');
  const { idToken, secondFactor, confirm } = exchanged.body ?? {};
  if (idToken || secondFactor) told.harms.push('signed in without the mailbox');
  if (!confirm) return null;
  if (confirm.email !== address.toLowerCase()) told.harms.push(`asked another mailbox, ${confirm.email}`);

  const token = await mailedLink(portal, confirm.email);
  const follow = (cookie: string) => portal.call('POST /v1/auth/sso/confirm', { body: { token }, headers: { cookie } });
  const { body } = await told.tryInBrowser('a mailed link', lie.cookies.confirm, follow);
  if ((await follow(told.trips.answered.cookie)).status < 400) told.harms.push('a mailed link counted twice');
  if (!body?.idToken) return null;
  told.reached = 'confirmed';
  const { id, organizationId, email } = body.body;
  if (organizationId !== liar.id || email !== confirm.email) told.harms.push(`signed in as person ${id}, ${email}`);
  return Number(id);
}

async function start({ portal }: World, { slug }: Liar): Promise<Started> {
  const { headers } = await portal.call('GET /v1/auth/sso/{slug}', { params: { slug } });
  return { page: String(headers.location), cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
}

type Claims = Record<string, unknown>;

const tokenFaults: Record<string, (claims: Claims) => Claims> = {
  'said as text': (claims) => ({ ...claims, email_verified: 'true' }),
  unverified: (claims) => ({ ...claims, email_verified: false }),
  'nothing about verified': (claims) => ({ ...claims, email_verified: undefined }),
  'unverified as text': (claims) => ({ ...claims, email_verified: 'false' }),
  'no subject': (claims) => ({ ...claims, sub: '' }),
  'a subject too long': (claims) => ({ ...claims, sub: 'x'.repeat(256) }),
  'another nonce': (claims) => ({ ...claims, nonce: 'swapped' }),
  'another audience': (claims) => ({ ...claims, aud: 'another-client' }),
  'another issuer': (claims) => ({ ...claims, iss: 'https://id.example' }),
  expired: (claims) => ({ ...claims, exp: 1_700_000_000 }),
};

/** The provider answers; the function brings a browser with these cookies back with it. */
async function prepareReturn(
  { world, trips, harms }: Story,
  { kind, subject, name, fault }: Lie,
  { liar, address, written }: { liar: Liar; address: string; written: string },
): Promise<(cookie: string) => Promise<Answer>> {
  const { portal, oidc, saml } = world;
  const headers = (cookie: string) => ({ cookie, accept: 'application/json' });
  if (kind === 'oidc') {
    oidc.person = { sub: 'person', email: address };
    const said = { sub: subject, email: address, email_verified: true, given_name: name, family_name: name };
    oidc.changeToken = {
      claims: (claims) => (tokenFaults[fault] ?? ((same) => same))({ ...claims, ...said }),
      strangersKey: fault === "a stranger's key",
      unsigned: fault === 'unsigned',
    };
    const query = Object.fromEntries((await oidc.signIn(trips.answered.page)).searchParams);
    return (cookie) => portal.call('GET /v1/auth/oidc/callback', { query, headers: headers(cookie) });
  }
  const id = fault === 'a subject too long' ? 'x'.repeat(256) : subject;
  saml.person = { id, email: address, firstName: name, lastName: name };
  const changes = assertionFaults(world, written)[fault] ?? {};
  if (fault === 'a comment in the address') saml.person.id = `${knownSubject}.evil`;
  // The library can't write every character.
  const { samlResponse } = await saml
    .answer(trips.answered.page, { issuer: oidc.issuer, ...changes })
    .catch(() => ({ samlResponse: '' }));
  const body = new URLSearchParams({ SAMLResponse: samlResponse }).toString();
  const form = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  const { slug } = liar;
  let posted: Answer | undefined;
  return async (cookie) => {
    const answer = await portal.call('POST /v1/auth/saml/{slug}/acs', { params: { slug }, body, headers: form });
    const location = String(answer.headers.location);
    // The browser starts a trip of its own, and is refused if that one is answered like this too.
    if (location === `/v1/auth/sso/${slug}?unsolicited=true`) {
      const started = await portal.call(`GET ${location}`, { headers: headers('') });
      return portal.call(`GET ${location}`, { headers: headers(String(started.headers['set-cookie'])) });
    }
    if (posted && answer.status === 303) harms.push('an assertion counted twice');
    posted ??= answer.status === 303 ? answer : undefined;
    if (!posted) return answer;
    return portal.call(`GET ${posted.headers.location}`, { headers: headers(cookie) });
  };
}

function assertionFaults({ stranger }: World, written: string): Record<string, ResponseChanges> {
  const forge = (assertion: string) => assertion.replaceAll(written, 'eve@forged.example');
  const comment = (xml: string) =>
    xml
      .replaceAll(`${written}.evil`, `${written}<!---->.evil`)
      .replaceAll(`${knownSubject}.evil`, `${knownSubject}<!---->.evil`);
  const wrap = (place: Parameters<typeof wrapAssertion>[1]) => ({
    edit: (xml: string) => wrapAssertion(xml, place, forge),
  });
  return {
    'another audience': { audience: 'https://other.example' },
    'another recipient': { recipient: 'https://other.example/acs' },
    'another issuer': { issuer: 'https://other.example' },
    expired: { lifetimeInSeconds: -181 },
    "a stranger's key": stranger.certificate,
    unsigned: { signAssertion: false },
    'a weak signature': { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' },
    changed: { edit: forge },
    'no request': { inResponseTo: '' },
    'a comment in the address': { edit: comment },
    'a copy before': wrap('before'),
    'a copy after': wrap('after'),
    'a copy around': wrap('around'),
    'a copy in the signature': wrap('signature'),
  };
}

interface Accounts {
  /** Proven addresses, links to providers and open sessions, and whose they are. */
  trusted: Map<string, number>;
  everything: string;
}

async function readAccounts({ portal: { app } }: World): Promise<Accounts> {
  const rows = await sql<{ userId: number; row: string }>`
    select user_id as "userId", concat('the login ', email, ' ', password_hash) as row from logins
      where verified_timestamp is not null
    union all select user_id, concat('the link ', i::text) from linked_identities i
    union all select user_id, concat('the session ', id) from sessions where end_timestamp is null`.many(app.db);
  const { everything } = await sql<{ everything: string }>`select md5(concat(
    (select string_agg(u::text, '' order by id) from users u),
    (select string_agg(l::text, '' order by user_id) from logins l))) as everything`.one(app.db);
  return { trusted: new Map(rows.map(({ row, userId }) => [row, userId])), everything };
}
