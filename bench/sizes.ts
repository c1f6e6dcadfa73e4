/** `npm run bench -- sizes`: bytes per row of the tables that grow, with their indexes, for docs/SCALE.md. */
import { asOwner, fillOrganization } from './fill.ts';
import { startDatabase } from './portal.ts';

const members = 50_000;
const requests = 100_000;
const database = await startDatabase();
try {
  await fillOrganization(database, { members, requests, years: 2 }, 16);
  const lines = await asOwner(database.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ line: string }>(`
      with tables as (
        select coalesce(parent.relname, c.relname) as name, sum(c.reltuples) as rows,
          sum(pg_table_size(c.oid)) as heap, sum(pg_indexes_size(c.oid)) as indexes
        from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1
      )
      select format('| %s | %s | %s | %s | %s |', name, rows::bigint, round(heap / rows), round(indexes / rows),
        round((heap + indexes) / rows)) as line
      from tables where rows >= 10000 order by heap + indexes desc`);
    return rows.map(({ line }) => line);
  });
  const head = ['| table | rows | bytes per row | of its indexes | in all |', '|---|---:|---:|---:|---:|'];
  process.stdout.write(`${[...head, ...lines].join('\n')}\n`);
} finally {
  await database.stop();
}
