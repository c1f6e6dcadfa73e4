/** A separate process: the captured SQL as named statements behind plain routes. No session, checks or log. */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';
import type { Captured } from './capture.ts';
import { answerMessages } from './processes.ts';
import { connectionOptions, runStatements, withNames } from './run-statements.ts';

export interface BareStart {
  url: string;
  poolSize: number;
  captured: Captured;
}

answerMessages(async ({ url, poolSize, captured }: BareStart) => {
  const pools = [false, true].map((generic) => new pg.Pool({ ...connectionOptions(url, generic), max: poolSize }));
  const server = Fastify();
  for (const [key, variants] of Object.entries(captured)) {
    for (const [variant, { statements, genericPlan }] of Object.entries(variants)) {
      const pool = pools[Number(genericPlan)] as pg.Pool;
      const named = withNames(statements);
      server.get(`/${key}/${variant}`, async (request, reply) => {
        const client = await pool.connect();
        try {
          const results = await runStatements(client, named, request.query as Record<string, string>);
          const last = results.findLast((result) => result.rows.length > 0);
          return answer(last, reply);
        } finally {
          client.release();
        }
      });
    }
  }
  await server.listen({ port: 0, host: '127.0.0.1' });
  return { port: (server.server.address() as AddressInfo).port };
});

/** Passes on the database's JSON unchanged. */
function answer(result: pg.QueryResult | undefined, reply: { type(type: string): unknown }): unknown {
  const [first] = Object.values(result?.rows[0] ?? {});
  if (typeof first !== 'string' || !/^[[{]/.test(first)) return result?.rows ?? [];
  reply.type('application/json; charset=utf-8');
  return first;
}
