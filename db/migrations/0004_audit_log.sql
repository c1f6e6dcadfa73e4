-- The audit log, what is derived from it, and what operators did.

-- Who did what to which record. Ids only: no names, no contents.
create sequence audit_log_id_seq;
create table audit_log (
  id bigint primary key default month_id(nextval('audit_log_id_seq')),
  create_timestamp timestamptz not null default clock_timestamp(),
  organization_id bigint,
  actor_id bigint,
  action text not null,
  entity_type text not null,
  entity_id bigint,
  detail jsonb not null default '{}',
  request_id text
) partition by range (id);
alter sequence audit_log_id_seq owned by audit_log.id;
create table months.audit_log_before_months partition of audit_log for values from (minvalue) to (202601000000000);
create index audit_log_by_organization on audit_log (organization_id, id desc);
create index audit_log_by_entity on audit_log (entity_type, entity_id, id desc);
create index audit_log_by_actor on audit_log (organization_id, actor_id, id desc);

-- The chain: each row's hash is keyed and covers the row, the hash before it and when it was sealed. A job appends to it
-- every minute. Positions are unique in each partition, whose primary key they are; the whole table can't have a key
-- without audit_id.
create table audit_chain (
  position bigint not null,
  audit_id bigint not null unique,
  hash bytea not null,
  sealed_timestamp timestamptz
) partition by range (audit_id);
create table months.audit_chain_before_months partition of audit_chain (constraint audit_chain_pkey primary key (position))
  for values from (minvalue) to (202601000000000);
-- Links from before there was a key have no time of sealing, and are verified as they were made.
alter table audit_chain add constraint audit_chain_sealed check (sealed_timestamp is not null) not valid;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function refuse_change();
create trigger audit_chain_no_truncate before truncate on audit_chain
  for each statement execute function refuse_change();

-- A trigger before truncate isn't inherited by partitions.
create trigger audit_log_no_truncate before truncate on months.audit_log_before_months
  for each statement execute function refuse_change();
create trigger audit_chain_no_truncate before truncate on months.audit_chain_before_months
  for each statement execute function refuse_change();

-- The database alone says when a row was written and which number it gets: the application names neither.
revoke all on audit_log, audit_chain from kinbridge_app;
grant select, insert (organization_id, actor_id, action, entity_type, entity_id, detail, request_id) on audit_log
  to kinbridge_app;
grant select, insert on audit_chain to kinbridge_app;

-- What people searched for, beside the log, so that it can be erased. The row in the log holds a keyed digest of it.
create table audit_asked (
  audit_id bigint primary key,
  asked text not null,
  salt bytea not null,
  create_timestamp timestamptz not null default now()
);
create index audit_asked_by_age on audit_asked (create_timestamp);
revoke update, truncate on audit_asked from kinbridge_app;

-- How many rows of each action the audit log of an organization has, up to a row that none can come before any more; see
-- audit-counts.commands.ts. The log opens on its changes, and the pages of those are counted here too. Filled by the
-- worker.
create table audit_action_counts (
  organization_id bigint not null,
  action text not null,
  n bigint not null,
  primary key (organization_id, action)
);
create table audit_action_counted (
  only_row boolean primary key default true check (only_row),
  counted_id bigint not null,
  -- Counted next, once every transaction that was running at that moment has ended.
  next_id bigint,
  next_xmax xid8
);
insert into audit_action_counted (counted_id) values (0);

-- The results of audit:verify. The problem names rows by id, nothing else.
create table audit_verifications (
  id bigint generated always as identity primary key,
  intact boolean not null,
  row_count bigint not null,
  problem text,
  create_timestamp timestamptz(3) not null default now()
);

-- What operators do, by the console and by the command, and who tried to sign in as one. The rows are in the audit log,
-- under no organization, so they are append-only, sealed and archived as all others. An infected logo of an
-- organization that registers belongs to no organization yet, so only operators can learn of it.
create view operator_audit_log as
  with operators as (
    -- Worded so that the index users_by_organization finds them.
    select array_agg(id) as ids from users
    where user_type <> 'PATIENT' and organization_id is null and user_type = 'OPERATOR'
  )
  select l.id, l.create_timestamp, l.actor_id, l.action, l.entity_type, l.entity_id, l.detail, l.request_id
  from audit_log l
  where l.organization_id is null and l.actor_id = any ((select ids from operators)::bigint[])
  union all
  select l.id, l.create_timestamp, l.actor_id, l.action, l.entity_type, l.entity_id, l.detail, l.request_id
  from audit_log l
  where l.organization_id is null and l.actor_id is null and (l.detail ? 'byCommand' or l.action = 'file.infected'
    or l.entity_type = 'user' and l.entity_id = any ((select ids from operators)::bigint[]));
revoke all on operator_audit_log from kinbridge_app;
grant select on operator_audit_log to kinbridge_app;

-- Nothing uses these two; they are here because backups of databases from before these files have them. See 0088.
create table audit_counts (
  organization_id bigint primary key,
  n bigint not null
);
create table audit_counted (
  only_row boolean primary key default true check (only_row),
  counted_id bigint not null,
  -- Counted next, once every transaction that was running at that moment has ended.
  next_id bigint,
  next_xmax xid8
);
insert into audit_counted (counted_id) values (0);
