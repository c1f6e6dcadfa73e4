-- Who did what to which record. Ids only: no names, no contents.
create table audit_log (
  id bigint generated always as identity primary key,
  create_timestamp timestamptz not null default clock_timestamp(),
  organization_id bigint,
  actor_id bigint,
  action text not null,
  entity_type text not null,
  entity_id bigint,
  detail jsonb not null default '{}',
  request_id text
);
create index audit_log_by_organization on audit_log (organization_id, id desc);
create index audit_log_by_entity on audit_log (entity_type, entity_id, id desc);

-- The chain: each row's hash covers the row and the hash before it. A job appends to it every minute.
create table audit_chain (
  position bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function refuse_change();
create trigger audit_chain_no_truncate before truncate on audit_chain
  for each statement execute function refuse_change();

revoke update, delete, truncate on audit_log, audit_chain from kinbridge_app;
