import { setTimeout as delay } from 'node:timers/promises';
import type { Route } from '../../server/src/access/route.ts';
import { sql } from '../../server/src/db/sql.ts';
import { DocumentRefused, documentBounds } from '../../server/src/document-bounds.ts';
import { serviceProviderOf } from '../../server/src/features/single-sign-on/saml-service-provider.ts';
import { doSamlTask } from '../../server/src/features/single-sign-on/saml-tasks.ts';
import { findXmlProblem } from '../../server/src/features/single-sign-on/xml-scan.ts';
import type { Answer, TestApp } from '../../server/src/testing/test-app.ts';
import { routesAfter } from '../changed-routes.ts';
import type { Part, PlantedFault, Result } from '../part.ts';
import { type Bomb, bombsFor } from './bombs.ts';
import { buildWorld, type World } from './world.ts';

/** Others may wait this long while a document is refused. */
const maxWaitMs = 300;
/** A wait must be slow each time, or something else on this machine was. */
const tries = 3;
const copies = 2;
const pauseMs = 10;
const max = Number.POSITIVE_INFINITY;

/** Documents of strangers that are costly to read, while others use the portal. */
export const documents: Part = {
  name: 'documents',
  async run({ rounds, report }) {
    const total = emptyTally();
    for (let round = 0; round < rounds; round++) {
      const tally = await sendBombs();
      total.sent += tally.sent;
      total.doors = tally.doors;
      total.waits.push(...tally.waits);
      for (const name of ['wrong', 'slow'] as const) total[name].push(...tally[name]);
      report(`${total.sent.toLocaleString('en-US')} documents, ${total.wrong.length + total.slow.length} failures`);
      if (total.wrong.length > 20) break;
    }
    return toResult(total);
  },
  plantedFaults: [
    withBounds('a scan that finds nothing', { depth: max, elements: max, attributes: max, namespaces: max }),
    withBounds('documents of any size', { samlResponseBytes: max, providerBytes: max }),
    plant('an answer by SAML that is read without a trip', async (xml) => {
      const problem = findXmlProblem(xml);
      if (problem === 'too deep') throw new DocumentRefused('The answer', problem);
    }),
    plant('an answer by SAML that is read where everyone waits', async (xml, { db, config }) => {
      const { metadata } = await sql<{ metadata: string }>`select metadata from identity_providers
        where metadata is not null limit 1`.one(db);
      const ours = serviceProviderOf(config.publicUrl, 'any');
      const samlResponse = Buffer.from(xml).toString('base64');
      const given = { metadata, ours, samlResponse, decryptionKey: null, network: config.singleSignOn };
      await doSamlTask({ do: 'read response', ...given }).catch(() => undefined);
    }),
  ],
};

interface Tally {
  sent: number;
  doors: number;
  /** How long others waited at each document, in milliseconds. */
  waits: number[];
  /** Documents with another answer than expected. */
  wrong: string[];
  /** Documents that made others wait. */
  slow: string[];
}

function emptyTally(): Tally {
  return { sent: 0, doors: 0, waits: [], wrong: [], slow: [] };
}

interface Bombing {
  /** Some of the documents; all by default. */
  choose?(bombs: Bomb[]): Bomb[];
  served?: Route[] | undefined;
  /** Sends each once, and nobody else calls. */
  alone?: boolean;
}

/** Sends each document several times at once, while others call. */
export async function sendBombs({ choose = (all) => all, served, alone = false }: Bombing = {}): Promise<Tally> {
  const world = await buildWorld(served);
  const tally = emptyTally();
  try {
    const measure = (sent: Promise<unknown>) => (alone ? sent.then(() => 0) : longestWait(world, sent));
    // The first calls load what they need.
    await measure(delay(500));
    const bombs = choose(bombsFor(world));
    tally.doors = new Set(bombs.map(({ door }) => door)).size;
    for (const bomb of bombs) {
      const sentence = (what: string) => `${bomb.door}, ${bomb.name}: ${what}.`;
      bomb.serve?.();
      let wait = Infinity;
      for (let attempt = 0; attempt < tries && wait >= maxWaitMs; attempt++) {
        const sent = Promise.all(Array.from({ length: alone ? 1 : copies }, bomb.send));
        wait = Math.min(wait, await measure(sent));
        const answers = (await sent).map(describe);
        tally.sent += answers.length;
        tally.wrong.push(...answers.filter((each) => each !== bomb.expected).map((each) => sentence(`gets ${each}`)));
      }
      if (wait >= maxWaitMs) tally.slow.push(sentence(`others wait ${Math.round(wait)} ms`));
      tally.waits.push(wait);
    }
  } finally {
    await world.close();
  }
  return tally;
}

function describe({ status, body }: Answer): string {
  return [status, body?.code].filter(Boolean).join(' ');
}

/** The longest that a visitor of the portal and a person of another organization who signs in wait meanwhile. */
async function longestWait({ portal, beside: { slug } }: World, sent: Promise<unknown>): Promise<number> {
  let done = false;
  const end = sent.then(
    () => (done = true),
    () => (done = true),
  );
  const callAgain = async (name: string, expected: number, options = {}) => {
    let [longest, due] = [0, performance.now()];
    while (!done) {
      const { status } = await portal.call(name, options);
      if (status !== expected) throw new Error(`${name} answered ${status}.`);
      longest = Math.max(longest, performance.now() - due);
      due = performance.now() + pauseMs;
      await delay(pauseMs);
    }
    // A call that was due while nothing could begin waits too.
    return Math.max(longest, performance.now() - due);
  };
  const waits = await Promise.all([
    callAgain('GET /v1/organizations', 200),
    callAgain('GET /v1/auth/sso/{slug}', 302, { params: { slug } }),
  ]);
  await end;
  return Math.max(...waits);
}

function toResult({ sent, doors, waits, wrong, slow }: Tally): Result {
  return {
    figures: [
      { what: 'doors where strangers send documents', value: doors },
      { what: 'costly documents', value: sent },
      { what: 'milliseconds that others waited at most', value: Math.round(Math.max(...waits)) },
    ],
    failures: [...wrong, ...slow],
  };
}

const isSamlAnswer = ({ door }: Bomb) => door.startsWith('an answer by SAML');

function withBounds(name: string, bounds: Partial<typeof documentBounds>): PlantedFault {
  const run = async () => {
    const real = { ...documentBounds };
    Object.assign(documentBounds, bounds);
    try {
      return toResult(await sendBombs({ choose: (bombs) => bombs.filter(isSamlAnswer) }));
    } finally {
      Object.assign(documentBounds, real);
    }
  };
  return { name, run };
}

/** Reads every answer by SAML in this way first. */
function plant(name: string, read: (xml: string, app: TestApp['app']) => Promise<void>): PlantedFault {
  const served = routesAfter('POST /v1/auth/saml/{slug}/acs', ({ form, app }) =>
    read(Buffer.from(form.SAMLResponse ?? '', 'base64').toString(), app),
  );
  const choose = (bombs: Bomb[]) => bombs.filter(isSamlAnswer);
  return { name, run: async () => toResult(await sendBombs({ choose, served })) };
}
