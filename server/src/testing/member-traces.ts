import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from '../db/sql.ts';
import type { TestApp } from './test-app.ts';

/** A person with words that appear nowhere else, from one syllable, and everything that tests write about them. */
export function unusual(word: string, number: number) {
  const person = {
    firstName: `${word}ina`,
    lastName: `${word}owski`,
    phoneNumber: `+1269555${number}`,
    email: `${word}@${word}.example`.toLowerCase(),
  };
  const written = ['answer', 'note', 'file', 'description', 'text'].map((kind) => `${word}-${kind}`);
  return { ...person, secrets: [...Object.values(person), `555${number}`, ...written, word] };
}

/** Stores texts as those of an archived month. */
export async function archiveTexts(test: TestApp, rows: object[]): Promise<void> {
  const bytes = gzipSync(rows.map((row, index) => `${JSON.stringify({ id: index + 1, ...row })}\n`).join(''));
  await test.app.files.write('archived-text', bytes);
  await sql`with file as (
      insert into files (storage_key, file_name, content_type, size, sha256)
      values ('archived-text', 'texts.gz', 'application/gzip', ${bytes.length}, sha256(${bytes}::bytea)) returning id)
    insert into archived_pieces (table_name, month, file_id, row_count)
    select 'sms_messages', 'before', id, ${rows.length} from file`.run(test.owner);
}

/** The tables, stored files and logs that contain one of these, each with what it contains. */
export async function findEverywhere(test: TestApp, secrets: string[]): Promise<string[]> {
  // Everything but ZIP codes, which are the same in every database.
  const tables = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' and c.relname <> 'zip_codes' order by 1`.many(
    test.owner,
  );
  const pattern = secrets.map((secret) => secret.replace(/[+.]/g, '\\$&')).join('|');
  const each = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, left(t::text, 300) as row from ${sql.raw(name)} t where t::text ~* ${pattern}`,
  );
  const rows = await sql<{ name: string; row: string }>`${sql.join(each, sql` union all `)}`.many(test.owner);
  const found = rows.map(({ name, row }) => `${name}: ${row}`);
  const has = (text: string) => secrets.some((secret) => text.toLowerCase().includes(secret.toLowerCase()));
  for await (const { key } of test.app.files.list()) {
    const bytes = await test.app.files.read(key);
    const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('latin1');
    if (has(text)) found.push(`file ${key}`);
  }
  if (has(test.logs.join('\n'))) found.push('log');
  return found;
}
