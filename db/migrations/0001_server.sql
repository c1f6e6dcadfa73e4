-- What everything else is built on. The files 0001 to 0010 are the schema of the first release; db/schema.sql shows what
-- they and all later migrations add up to.

-- Roles and rights ----------------------------------------------------------------------------------------------------

-- The application connects as kinbridge_app, which owns nothing: it can't change the schema, and it can't switch off
-- the triggers that keep the audit log append-only. An administrator may have created the role for an owner who may not.
do $$
begin
  if to_regrole('kinbridge_app') is null then create role kinbridge_app nologin; end if;
exception
  when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  execute format('grant kinbridge_app to %I', current_user);
exception
  when others then null; -- a superuser needs no membership, and some servers refuse to grant it
end $$;

grant usage on schema public to kinbridge_app;
alter default privileges in schema public grant select, insert, update, delete on tables to kinbridge_app;
alter default privileges in schema public grant usage, select on sequences to kinbridge_app;

-- Operators see which migrations were applied.
grant select on schema_migrations to kinbridge_app;

-- Search and order ----------------------------------------------------------------------------------------------------

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Names sort as people expect them to: without regard to case or accents first.
create collation person_names (provider = icu, locale = 'en-US');

-- A name without case, accents and punctuation, by which members are matched; member-matching.ts does the same.
create function name_key(name text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(lower(translate(regexp_replace(normalize(name, NFKD),
      '[\u0300-\u036f\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]', '', 'g'),
    'ŁłØøĐđı', 'LlOoDdi')), ''), lower(name))
$$;
grant execute on function name_key(text) to kinbridge_app;

-- The words of a text without case, accents, apostrophes and punctuation: 'St. Mary’s' has st and marys.
create function plain_words(given text) returns text[] language sql immutable strict parallel safe
  return array_remove(
    regexp_split_to_array(
      lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff''\u2019]', '', 'g')
        collate person_names),
      '[^[:alnum:]]+'),
    '');

-- 'The Harvest-Table Food Bank, Inc.' and 'harvest table food bank' are the same name.
create function plain_organization_name(given text) returns text language sql immutable strict parallel safe
  return coalesce(
    nullif(array_to_string(array(
      select word from unnest(plain_words(given)) with ordinality as told (word, place)
      where word <> all ('{the,inc,incorporated,llc,corp,corporation,co,ltd}') order by place), ''), ''),
    array_to_string(plain_words(given), ''));

-- Null unless both are known.
create function plain_address(address text, zip_code text) returns text language sql immutable strict parallel safe
  return case when address <> '' and zip_code <> ''
    then array_to_string(plain_words(address), ' ') || ' ' || left(zip_code, 5) end;

-- The domain of an email address or a website; null for public mail hosts, since sharing one means nothing.
create function own_domain(given text) returns text language sql immutable strict parallel safe
  return (
    select domain from regexp_replace(
      coalesce(substring(lower(given) from '^[a-z]+://(?:[^/?#]*@)?([^/?#:]+)'), substring(lower(given) from '@([^@]+)$')),
      '^www\.', '') as domain
    where domain <> all ('{gmail.com,googlemail.com,outlook.com,hotmail.com,live.com,msn.com,yahoo.com,ymail.com,aol.com,icloud.com,me.com,mac.com,proton.me,protonmail.com,gmx.com,gmx.net,mail.com,zoho.com,comcast.net,att.net,verizon.net,sbcglobal.net,charter.net,cox.net,bellsouth.net}'));

-- Tables by month -----------------------------------------------------------------------------------------------------

-- Tables that only grow are divided by month; see decision 0034. An id begins with the month in which its row was
-- written, 202611000004711, so a month is a range of ids. Rows with smaller ids are from before there were months.
-- Partitions live here, out of the reach of kinbridge_app, which uses the tables in public alone.
create schema months;

-- prepare_months() limits it to months that every table has.
create function month_id(n bigint) returns bigint language sql volatile as
  'select to_char(clock_timestamp() at time zone ''UTC'', ''YYYYMM'')::bigint * 1000000000 + n';

-- Creates the partitions of this month and of the next three, and limits new ids to months that every table has: a
-- missing month never refuses a write, its rows go to the last month there is. The worker calls it daily as
-- kinbridge_app, which may not create tables.
create function prepare_months() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set lock_timeout = '3s' as $$
declare
  missing record;
  newest regclass;
  bounds record;
begin
  perform pg_advisory_xact_lock(hashtext('kinbridge.months'));
  for missing in
    select c.oid::regclass as parent, format('%s_%s', c.relname, to_char(m, 'YYYYMM')) as name,
      to_char(m, 'YYYYMM') || '000000000' as low, to_char(m + interval '1 month', 'YYYYMM') || '000000000' as high
    from pg_class c, generate_series(0, 3) ahead, date_trunc('month', clock_timestamp() at time zone 'UTC') now,
      lateral (select greatest(now, '2026-01-01') + ahead * interval '1 month' as m) month
    where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace
      and to_regclass(format('months.%I', c.relname || to_char(m, '_YYYYMM'))) is null
    order by c.oid, m
  loop
    -- Like the partition before it: a partition can have keys of its own that the whole table can't have.
    select inhrelid into newest from pg_inherits where inhparent = missing.parent order by inhrelid desc limit 1;
    execute format('create table months.%I (like %s including all)', missing.name, newest);
    execute format('revoke all on months.%I from public, kinbridge_app', missing.name);
    -- A trigger before truncate isn't inherited.
    if exists (select from pg_trigger where tgrelid = missing.parent and tgfoid = 'refuse_change'::regproc) then
      execute format('create trigger no_truncate before truncate on months.%I
        for each statement execute function refuse_change()', missing.name);
    end if;
    execute format('alter table %s attach partition months.%I for values from (%s) to (%s)',
      missing.parent, missing.name, missing.low, missing.high);
  end loop;
  select max(first) as first, min(last) as last into bounds from (
    select min(right(c.relname, 6)) as first, max(right(c.relname, 6)) as last
    from pg_inherits join pg_class c on c.oid = inhrelid
    where c.relnamespace = 'months'::regnamespace and c.relname ~ '_\d{6}$' group by inhparent) tables;
  execute format('create or replace function public.month_id(n bigint) returns bigint language sql volatile as
    ''select greatest(%s, least(%s, to_char(clock_timestamp() at time zone ''''UTC'''', ''''YYYYMM'''')::bigint)) * 1000000000 + n''',
    bounds.first, bounds.last);
end $$;
revoke execute on function prepare_months() from public;
grant execute on function prepare_months() to kinbridge_app;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Tables of the server itself -----------------------------------------------------------------------------------------

-- Timestamps have milliseconds, so that what goes out as JSON and comes back compares equal.

create table settings (
  name text primary key,
  value jsonb not null
);

create table zip_codes (
  zip_code text primary key check (zip_code ~ '^\d{5}$'),
  latitude real not null,
  longitude real not null,
  state text not null,
  time_zone text not null
);

-- Bytes live in the file store under storage_key, which the server chooses; file_name is for people only.
create table files (
  id bigint generated always as identity primary key,
  storage_key text not null unique,
  file_name text not null,
  content_type text not null,
  size bigint not null check (size >= 0),
  sha256 bytea not null,
  create_timestamp timestamptz(3) not null default now(),
  -- Set when the bytes were found to be missing. The row stays, so that people learn what was lost.
  missing_timestamp timestamptz(3),
  -- What the operator's virus scanner said; null: nobody asked it. The bytes of an infected file are removed.
  scan text check (scan in ('CLEAN', 'UNSCANNED', 'INFECTED')),
  -- When a scan of an unscanned file last failed: the others go first.
  scan_tried_timestamp timestamptz(3)
);
create index files_unscanned on files (scan_tried_timestamp nulls first, id) where scan = 'UNSCANNED';

-- The key that encrypts a file's bytes in the store, itself encrypted with the key that key_id names. A file without a
-- row is stored as it is.
create table file_keys (
  storage_key text primary key,
  key_id text not null,
  wrapped bytea not null,
  create_timestamp timestamptz(3) not null default now()
);

-- A month that was archived and dropped: its rows are files of compressed lines; see decision 0034. Only the owner
-- archives, so the application can't pass off missing rows as archived.
create table archived_pieces (
  id bigint generated always as identity primary key,
  table_name text not null,
  -- As in 2026-05, or 'before' for the rows from before there were months.
  month text not null,
  file_id bigint not null unique references files,
  row_count integer not null,
  -- Of the audit log: where the piece begins in the chain.
  first_position bigint,
  create_timestamp timestamptz(3) not null default now(),
  -- When its newest row was written, so that screens can say up to when rows are archived.
  newest_timestamp timestamptz(3)
);
revoke insert, update, delete on archived_pieces from kinbridge_app;

-- An answer that is given again for the same key; the key is scoped to the caller and the call.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  create_timestamp timestamptz(3) not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (create_timestamp);

-- When each subject was tried of late, oldest first: a limit then covers any minute or hour, wherever it begins. The
-- subject is hashed, so that no address is kept here.
create table attempts (
  subject bytea primary key,
  times timestamptz(3)[] not null
);

-- Calls per address and minute, of all processes together. Unlogged: a crash may forget the last minute. Addresses are
-- hashed, so that none is kept here.
create unlogged table address_counts (
  address bytea primary key,
  minute bigint not null,
  calls integer not null
) with (fillfactor = 70);

-- The workers that are alive; jobs of one that died are given to the others.
create table job_workers (
  worker_id text primary key,
  seen_timestamp timestamptz(3) not null default now()
);

-- Every backup, its result, and that of its restore test. Written by the owner; the application only shows it.
create table backups (
  id bigint generated always as identity primary key,
  reason text not null check (reason in ('command', 'scheduled', 'before migration')),
  -- The folder or bucket, and the name in it.
  place text not null,
  name text not null,
  encrypted boolean not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  start_timestamp timestamptz(3) not null default now(),
  end_timestamp timestamptz(3),
  bytes bigint,
  row_count bigint,
  file_count bigint,
  -- Why it failed, as a sentence.
  problem text,
  -- When it was removed because there were enough newer ones.
  remove_timestamp timestamptz(3),
  -- The restore test: into a temporary database, compared with what the backup says.
  test_state text check (test_state in ('passed', 'failed')),
  test_timestamp timestamptz(3),
  test_problem text
);
