-- The database alone says when a row was written and which number it gets: the application names neither.
revoke insert on audit_log from kinbridge_app;
grant insert (organization_id, actor_id, action, entity_type, entity_id, detail, request_id) on audit_log
  to kinbridge_app;

-- What people searched for, beside the log, so that it can be erased. The row in the log holds a keyed digest of it.
create table audit_asked (
  audit_id bigint primary key,
  asked text not null,
  salt bytea not null,
  create_timestamp timestamptz not null default now()
);
create index audit_asked_by_age on audit_asked (create_timestamp);
revoke update, truncate on audit_asked from kinbridge_app;
