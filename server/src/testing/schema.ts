import type pg from 'pg';

/** Everything a database's schema consists of, one line each, so that two databases can be compared. */
export async function schemaOf(client: pg.Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ line: string }>(schemaLines);
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

/** Objects of extensions belong to their extension, and the job queue's schema to its library. */
const schemaLines = `
  with relations as (
    select c.*, c.oid::regclass::text as title from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  ), functions as (
    select p.* from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  )
  select format('relation %s %s %s options %s rights %s security %s', relkind, relpersistence, title, reloptions, relacl,
    relrowsecurity) as line from relations
  union all
  select format('column %s %s %s %s not null %s default %s identity %s collation %s rights %s', title, attnum, attname,
    format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attidentity, attcollation::regcollation,
    attacl)
  from relations join pg_attribute on attrelid = relations.oid and attnum > 0
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select format('constraint %s %s %s', title, conname, pg_get_constraintdef(c.oid))
  from relations join pg_constraint c on conrelid = relations.oid
  union all
  select pg_get_indexdef(oid) from relations where relkind = 'i'
  union all
  select pg_get_triggerdef(t.oid) from relations join pg_trigger t on tgrelid = relations.oid and not tgisinternal
  union all
  select format('view %s %s', title, pg_get_viewdef(oid)) from relations where relkind = 'v'
  union all
  select format('policy %s %s', title, polname) from relations join pg_policy on polrelid = relations.oid
  union all
  select format('sequence %s %s %s', title, s.seqstart, s.seqincrement)
  from relations join pg_sequence s on seqrelid = relations.oid
  union all
  select format('%s rights %s', pg_get_functiondef(oid), proacl) from functions
  union all
  select format('extension %s %s', extname, extversion) from pg_extension
  union all
  select format('collation %s %s %s', collname, collprovider, colllocale) from pg_collation
  where collnamespace = 'public'::regnamespace
  union all
  select format('type %s %s', typname, typtype) from pg_type
  where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
  union all
  select format('schema %s rights %s', nspname, nspacl) from pg_namespace where nspname = 'public'
  union all
  select format('default rights %s %s', defaclobjtype, defaclacl) from pg_default_acl
  order by 1`;
