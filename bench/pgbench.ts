/** Runs pgbench with the captured SQL: the database without a server in front. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Part, Statement, Transaction } from './capture.ts';
import { operations, type World } from './operations.ts';

const debian = '/usr/lib/postgresql/15/bin/pgbench';

/** The path of pgbench, if installed. */
export function findPgbench(): string | null {
  const path = process.env.PGBENCH ?? debian;
  return existsSync(path) ? path : null;
}

export interface Script {
  file: string;
  genericPlan: boolean;
  /** Fixed values, also sent as parameters to get the same plan. */
  constants: Record<string, string>;
}

export async function writeScript(
  folder: string,
  key: string,
  world: World,
  { statements: all, genericPlan }: Transaction,
): Promise<Script | null> {
  const operation = operations[key];
  const random = operation?.random?.(world);
  if (!operation || !random) return null;
  const numbered = all.map((statement, index) => ({ ...statement, index }));
  const statements = operation.keeps ? numbered : oneForEachTable(numbered);
  const constants: Record<string, string> = {};
  const used = new Set(
    statements.flatMap(({ params }) =>
      params.flatMap((parts) =>
        (parts ?? []).flatMap((part) =>
          typeof part === 'object' && 'statement' in part && part.rows === 1 ? [part.statement] : [],
        ),
      ),
    ),
  );
  const lines = statements.map(({ text, params, index }) => {
    const sql = escapeColons(text).replace(/\$(\d+)/g, (_, number: string) => {
      const parts = params[Number(number) - 1];
      return parts ? expression(parts) : 'null';
    });
    return used.has(index) ? `${sql}\n\\gset s${index}_\n` : `${sql};\n`;
  });
  const file = join(folder, `${key}.pgbench.sql`);
  await writeFile(file, `\\set i random(${random.range[0]}, ${random.range[1]})\n${lines.join('')}`);
  return { file, constants, genericPlan };

  function expression(parts: Part[]): string {
    const [only] = parts;
    if (parts.length <= 1) return only === undefined || only === '' ? "''" : one(only);
    return `(${parts.map((part) => `${one(part)}::text`).join(' || ')})`;
  }

  function one(part: Part): string {
    if (typeof part === 'object') {
      if ('var' in part) return `(${random?.vars[part.var]})`.replace(/^\((:\w+)\)$/, '$1');
      return part.rows === 1 ? `:s${part.statement}_${part.column}` : `'${part.captured}'`;
    }
    const known = Object.entries(constants).find(([, value]) => value === part)?.[0];
    const name = known ?? `c${Object.keys(constants).length}`;
    constants[name] = part;
    return `:${name}`;
  }
}

/** A transaction's first write to each table and its notifications, without its reads. */
function oneForEachTable<T extends Statement>(statements: T[]): T[] {
  const written = new Set<string>();
  return statements.filter(({ text }) => {
    if (/^\s*(begin|commit)/i.test(text)) return true;
    const targets = [...text.matchAll(/\b(?:insert into|update) (\w+)|\b(add_job|pg_notify)\b/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    );
    const isFirst = targets.some((target) => !written.has(target));
    for (const target of targets) written.add(target);
    return isFirst;
  });
}

/** pgbench also looks for variables inside quotes. */
function escapeColons(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'/g, (literal) =>
    /:\w/.test(literal) ? `E${literal.replace(/\\/g, '\\\\').replace(/:/g, '\\x3a')}` : literal,
  );
}

export async function runPgbench(
  pgbench: string,
  script: Script,
  options: { url: string; clients: number; seconds: number },
): Promise<number> {
  const defined = Object.entries(script.constants).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const plan = script.genericPlan ? ' -c plan_cache_mode=force_generic_plan' : '';
  const env = { PATH: process.env.PATH, PGOPTIONS: `-c role=kinbridge_app${plan}` };
  // On a busy machine connecting may take all the time.
  for (let seconds = options.seconds; seconds < 60; seconds *= 2) {
    const args = ['-n', '-M', 'prepared', '-c', String(options.clients), '-j', '1', '-T', String(seconds)];
    const { stdout } = await promisify(execFile)(pgbench, [...args, ...defined, '-f', script.file, options.url], {
      env,
    });
    const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (rate !== undefined) return Number(rate);
  }
  throw new Error('pgbench gave no rate.');
}
