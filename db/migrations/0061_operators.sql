-- Operators run the network: people with an ordinary login and without an organization. See decision 0048. The next
-- migration checks the rows of before without blocking writers.
-- Compatible: the version before names no constraint of users, and writes only rows that the new ones allow.
alter table users drop constraint users_user_type_check, drop constraint users_check;
-- Compatible: wider than the one before.
alter table users add constraint users_user_type_check
  check (user_type in ('PATIENT', 'EMPLOYEE', 'ADMIN', 'OPERATOR')) not valid;
-- Staff always belong to an organization, operators never.
-- Compatible: the same as before for all types it knows.
alter table users add constraint users_check
  check (case user_type when 'PATIENT' then true when 'OPERATOR' then organization_id is null
    else organization_id is not null end) not valid;

-- What operators do, by the console and by the command, and who tried to sign in as one. The rows are in the audit log,
-- under no organization, so they are append-only, sealed and archived as all others.
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
  where l.organization_id is null and l.actor_id is null and (l.detail ? 'byCommand'
    or l.entity_type = 'user' and l.entity_id = any ((select ids from operators)::bigint[]));
-- Compatible: the version before doesn't know the view.
revoke all on operator_audit_log from kinbridge_app;
grant select on operator_audit_log to kinbridge_app;
