-- An infected logo of an organization that registers belongs to no organization yet, so only operators can learn of it.
create or replace view operator_audit_log as
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
