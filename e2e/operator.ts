import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { ownerUrl } from '../server/src/db/embedded-postgres-connection.ts';

/** Runs the operator command for the portal under test, as an operator would on the server. */
export async function operator(...args: string[]): Promise<string> {
  const script = fileURLToPath(new URL('../server/dist/main/operator.js', import.meta.url));
  const { PATH, HOME, KINBRIDGE_E2E_DATA_DIR: DATA_DIR } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env: { PATH, HOME, DATA_DIR } });
  return stdout;
}

/** Lets organizations wait for an operator, as they do in production once their first admin has verified their email. */
export async function letWait(...ids: number[]): Promise<void> {
  const cluster = join(process.env.KINBRIDGE_E2E_DATA_DIR ?? '', 'postgres');
  const password = (await readFile(join(cluster, 'kinbridge.password'), 'utf8')).trim();
  const port = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]);
  const client = new pg.Client({ connectionString: ownerUrl({ cluster, port, password }) });
  await client.connect();
  try {
    await client.query('update organizations set verified_timestamp = now() where id = any($1)', [ids]);
    const staff = await client.query(
      "update users set status = 'ACTIVE' where organization_id = any($1) returning id",
      [ids],
    );
    const people = staff.rows.map(({ id }) => id);
    await client.query('update logins set verified_timestamp = now() where user_id = any($1)', [people]);
  } finally {
    await client.end();
  }
}
