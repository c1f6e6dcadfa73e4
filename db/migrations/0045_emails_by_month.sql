-- Emails by month; see decision 0034. An id begins with the month in which its row was written, 202611000004711, so a
-- month is a range of ids. The rows from before stay in their table, which becomes the first partition.

-- Partitions live here, out of the reach of kinbridge_app, which uses the tables in public alone.
create schema months;

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

lock table emails in access exclusive mode;
create sequence email_ids;
select setval('email_ids', last_value, is_called) from emails_id_seq;
alter table emails alter id drop identity;
alter sequence email_ids rename to emails_id_seq;
revoke all on emails from kinbridge_app;
alter table emails set schema months;
alter table months.emails rename to emails_before_months;

create table emails (like months.emails_before_months including defaults including constraints) partition by range (id);
alter table emails drop constraint emails_before_months;
alter table emails add primary key (id);
alter table emails add foreign key (user_id) references users on delete set null;
create index emails_by_user on emails (user_id);
alter table emails attach partition months.emails_before_months for values from (minvalue) to (202601000000000);
alter table months.emails_before_months drop constraint emails_before_months;
select prepare_months();
alter table emails alter id set default month_id(nextval('emails_id_seq'));
alter sequence emails_id_seq owned by emails.id;
