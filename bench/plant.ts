/** Slows down a portal statement, to see that the bench notices. */
import { asOwner } from './fill.ts';

/** Every portal call looks up its session, which bare doesn't: here among many, without an index. */
const plants: Record<string, string> = {
  'slow-query': `
    alter table sessions drop constraint sessions_pkey cascade;
    insert into sessions (user_id) select (select min(id) from users) from generate_series(1, 200000);
    analyze sessions`,
};

export async function plantSlowQuery(name: string, ownerUrl: string): Promise<void> {
  const sql = plants[name];
  if (!sql) throw new Error(`There is nothing to plant called ${name}. There is: ${Object.keys(plants).join(', ')}.`);
  await asOwner(ownerUrl, (owner) => owner.query(sql));
}
