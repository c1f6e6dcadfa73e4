import type { CallName } from '@kinbridge/contract/calls';
import type { Route } from '../../server/src/access/route.ts';
import { sql } from '../../server/src/db/sql.ts';
import { hashOpaqueToken } from '../../server/src/opaque-token.ts';
import { routesAfter } from '../changed-routes.ts';
import type { Part, PlantedFault, Result } from '../part.ts';
import { sampleLies } from './lies.ts';
import { tell } from './trip.ts';
import { buildWorld, metadataOf, proveDomain, type World } from './world.ts';

const liesPerRound = 200;
const liesPerFault = 60;
/** Fixed, so findings can be reproduced; each round has its own seed. */
const firstSeed = 20_260_101;

/** Providers that sign false answers, in two browsers at a time. */
export const signIn: Part = {
  name: 'sign-in',
  async run({ rounds, report }) {
    const total = emptyTally();
    for (let round = 0; round < rounds; round++) {
      const tally = await tellLies({ lies: liesPerRound, seed: firstSeed + round });
      for (const name of ['told', 'vouched', 'confirmed'] as const) total[name] += tally[name];
      total.failures.push(...tally.failures);
      report(`${total.told.toLocaleString('en-US')} lies, ${total.failures.length} failures`);
      if (total.failures.length > 20) break;
    }
    return toResult(total);
  },
  plantedFaults: [
    plant('a code that counts in every browser', { served: countingEverywhere('POST /v1/auth/sso') }),
    plant('a mailed link that counts in every browser', { served: countingEverywhere('POST /v1/auth/sso/confirm') }),
    plant("a provider's second key, which somebody else has", {
      async before({ portal, liars, saml, stranger, oidc }) {
        const [own, strangers] = [saml, stranger].map((each) => metadataOf(each, oidc.issuer));
        const [key = ''] = /<KeyDescriptor.*<\/KeyDescriptor>/s.exec(strangers ?? '') ?? [];
        const body = { metadata: own?.replace('<SingleSignOnService', `${key}<SingleSignOnService`) };
        const { id, admin } = liars.saml;
        await portal.call('PUT /v1/organizations/{id}/saml', { params: { id }, token: admin, body });
      },
    }),
    plant('a provider whose word is enough', {
      async before({ portal, liars }) {
        await proveDomain(portal, liars.oidc.id, 'clinic.example');
        await proveDomain(portal, liars.saml.id, 'example.org');
      },
    }),
    plant('a subject that is known from the other kind of provider', {
      async before({ portal }) {
        await sql`update linked_identities set kind = case kind when 'oidc' then 'saml' else 'oidc' end
          where organization_id in (select organization_id from identity_providers)`.run(portal.app.db);
      },
    }),
  ],
};

interface Tally {
  told: number;
  /** Answers that got a code. */
  vouched: number;
  /** Lies that the owner of the mailbox agreed to, in the browser of the trip. */
  confirmed: number;
  failures: string[];
}

function emptyTally(): Tally {
  return { told: 0, vouched: 0, confirmed: 0, failures: [] };
}

interface Telling {
  lies: number;
  seed: number;
  served?: Route[];
  before?(world: World): Promise<void>;
}

export async function tellLies({ lies, seed, served, before }: Telling): Promise<Tally> {
  const world = await buildWorld(served);
  const tally = emptyTally();
  try {
    await before?.(world);
    for (const lie of sampleLies(lies, seed)) {
      const { harms, reached } = await tell(world, lie);
      tally.told++;
      if (reached !== 'refused') tally.vouched++;
      if (reached === 'confirmed') tally.confirmed++;
      tally.failures.push(...harms.map((harm) => `${harm}: ${JSON.stringify(lie).slice(0, 400)}`));
    }
  } finally {
    await world.close();
  }
  return tally;
}

function toResult({ told, vouched, confirmed, failures }: Tally): Result {
  return {
    figures: [
      { what: 'false answers of providers', value: told },
      { what: 'of them with a code, for the address that they name', value: vouched },
      { what: 'of them confirmed by the mailbox, in the same browser', value: confirmed },
    ],
    failures,
  };
}

function plant(name: string, fault: Pick<Telling, 'served' | 'before'>): PlantedFault {
  return { name, run: async () => toResult(await tellLies({ lies: liesPerFault, seed: firstSeed, ...fault })) };
}

/** The route as it would be if it looked for any cookie of a trip. */
function countingEverywhere(name: CallName): Route[] {
  return routesAfter(name, async ({ app, headers, body: { code, token = code ?? '' } }) => {
    const [, secret = ''] = /trip-[^=]*=([^;]*)/.exec(String(headers.cookie)) ?? [];
    await sql`update vouched_people set browser_hash = ${hashOpaqueToken(secret)}
      where token_hash = ${hashOpaqueToken(token)}`.run(app.db);
  });
}
