import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type APIRequestContext, expect } from '@playwright/test';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { ownerUrl } from '../server/src/embedded-postgres/connection.ts';
import { password, unique } from './accounts.ts';
import { resetCode } from './outbox.ts';
import { newSession } from './sessions.ts';

/** Runs the operator command for the portal under test, as an operator would on the server. */
export async function operator(...args: string[]): Promise<string> {
  const script = fileURLToPath(new URL('../server/dist/main/operator.js', import.meta.url));
  const { PATH, HOME, KINBRIDGE_E2E_DATA_DIR: DATA_DIR } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env: { PATH, HOME, DATA_DIR } });
  return stdout;
}

/** The session of a new operator who has set up a second factor. */
export async function newOperator(request: APIRequestContext): Promise<string> {
  const email = `${unique('olive')}@kinbridge.example`;
  await operator('add', email, '--first-name', 'Olive', '--last-name', 'Marsh');
  await request.post(`/v1/auth/forgotPassword/${email}`);
  const { code } = await resetCode(request, email);
  const chosen = await request.post('/v1/auth/forgotPasswordVerify', { data: { email, token: code, password } });
  expect(chosen.status()).toBe(200);
  const session = await newSession(request, { email, password });
  const { idToken, userId } = JSON.parse(session);
  const headers = { authorization: `Bearer ${idToken}` };
  const { secret } = await (await request.post(`/v1/users/${userId}/totp`, { headers })).json();
  const data = { code: new TOTP({ secret }).generate() };
  expect((await request.put(`/v1/users/${userId}/totp`, { headers, data })).status()).toBe(200);
  return session;
}

/** Changes the data of the portal under test into what it is in production, where operators approve organizations. */
async function asInProduction(change: (client: pg.Client) => Promise<void>): Promise<void> {
  const cluster = join(process.env.KINBRIDGE_E2E_DATA_DIR ?? '', 'postgres');
  const password = (await readFile(join(cluster, 'kinbridge.password'), 'utf8')).trim();
  const port = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]);
  const client = new pg.Client({ connectionString: ownerUrl({ cluster, port, password }) });
  await client.connect();
  try {
    await change(client);
  } finally {
    await client.end();
  }
}

/** Lets organizations wait for an operator, as they do there once their first admin has verified their email. */
export function letWait(...ids: number[]): Promise<void> {
  return asInProduction(async (client) => {
    await client.query('update organizations set verified_timestamp = now() where id = any($1)', [ids]);
    const staff = await client.query(
      "update users set status = 'ACTIVE' where organization_id = any($1) returning id",
      [ids],
    );
    const people = staff.rows.map(({ id }) => id);
    await client.query('update logins set verified_timestamp = now() where user_id = any($1)', [people]);
  });
}

/** Lets a person's mail server have refused an email. */
export function refuseEmail(address: string): Promise<void> {
  return asInProduction(async (client) => {
    await client.query('update logins set refused_email = email where email = $1', [address]);
  });
}

/** Lets the first admin's new name of an organization wait for an operator. */
export function letNameWait(id: number, name: string): Promise<void> {
  return asInProduction(async (client) => {
    await client.query(
      `insert into proposed_profiles (organization_id, proposed_by, name, website, address_line1, address_line2, city,
         zip_code)
       select o.id, (select min(u.id) from users u where u.organization_id = o.id), $2, o.website, o.address_line1,
         o.address_line2, o.city, o.zip_code from organizations o where o.id = $1`,
      [id, name],
    );
  });
}
