/** A process of its own: the captured SQL as named statements behind plain routes. No session, no checks, no log. */
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';
import type { Captured, Part, Statement } from './capture.ts';
import { answerMessages } from './processes.ts';

export interface BareStart {
  url: string;
  poolSize: number;
  captured: Captured;
}

answerMessages(async ({ url, poolSize, captured }: BareStart) => {
  const poolWith = (more: string) =>
    new pg.Pool({ connectionString: url, max: poolSize, options: `-c role=kinbridge_app ${more}` });
  const plain = poolWith('');
  const generic = poolWith('-c plan_cache_mode=force_generic_plan');
  const server = Fastify();
  for (const [key, variants] of Object.entries(captured)) {
    for (const [variant, { statements, genericPlan }] of Object.entries(variants)) {
      const pool = genericPlan ? generic : plain;
      const named = statements.map((statement) => ({ ...statement, name: nameOf(statement) }));
      const [only] = named;
      server.get(`/${key}/${variant}`, async (request, reply) => {
        const vars = request.query as Record<string, string>;
        if (named.length === 1 && only) return answer(await pool.query(fill(only, vars, [])), reply);
        const client = await pool.connect();
        try {
          const results: pg.QueryResult[] = [];
          for (const statement of named) results.push(await client.query(fill(statement, vars, results)));
          return answer(
            results.findLast((result) => result.rows.length > 0),
            reply,
          );
        } finally {
          client.release();
        }
      });
    }
  }
  await server.listen({ port: 0, host: '127.0.0.1' });
  return { port: (server.server.address() as AddressInfo).port };
});

type Named = Statement & { name: string };

/** Statements without parameters, such as begin and commit, go out as they are. */
export function fill({ text, name, params }: Named, vars: Record<string, string>, results: pg.QueryResult[]) {
  if (params.length === 0 && !/^\s*(select|with|insert|update)/i.test(text)) return { text };
  return {
    text,
    name,
    values: params.map((parts) => (parts === null ? null : parts.map((part) => textOf(part, vars, results)).join(''))),
  };
}

function textOf(part: Part, vars: Record<string, string>, results: pg.QueryResult[]): string {
  if (typeof part === 'string') return part;
  if ('var' in part) return vars[part.var] ?? '';
  return String(results[part.statement]?.rows[part.row]?.[part.column]);
}

export function nameOf({ text }: Statement): string {
  return `b${createHash('sha1').update(text).digest('hex').slice(0, 16)}`;
}

/** JSON that the database wrote goes out as it came. */
function answer(result: pg.QueryResult | undefined, reply: { type(type: string): unknown }): unknown {
  const [first] = Object.values(result?.rows[0] ?? {});
  if (typeof first !== 'string' || !/^[[{]/.test(first)) return result?.rows ?? [];
  reply.type('application/json; charset=utf-8');
  return first;
}
