-- What waits for a person is read from the requests. Stored is only what they marked as done, and a few times.

create table needs_you_done (
  organization_id bigint not null references organizations,
  kind text not null,
  service_request_id bigint references service_requests on delete cascade,
  -- Whose it was, for a request.
  side text check (side in ('sending', 'providing')),
  member_id bigint references users on delete cascade,
  -- The item's. Once its cause happens again, it has a later one and comes back.
  since timestamptz(3) not null,
  done_timestamp timestamptz(3) not null default now(),
  check (num_nonnulls(service_request_id, member_id) = 1),
  check ((side is null) = (service_request_id is null)),
  unique nulls not distinct (organization_id, service_request_id, kind, side, member_id)
);
create index needs_you_done_by_request on needs_you_done (service_request_id) where service_request_id is not null;
create index needs_you_done_by_member on needs_you_done (member_id) where member_id is not null;

alter table service_requests
  -- When the member last answered NO.
  add column member_no_timestamp timestamptz(3),
  -- When the people of a side were last mailed about a comment.
  add column sender_mail_timestamp timestamptz(3),
  add column provider_mail_timestamp timestamptz(3);

-- Compatible: few requests have a NO that nobody followed up.
update service_requests r set member_no_timestamp = coalesce((
  select max(l.create_timestamp) from audit_log l where l.entity_type = 'service-request' and l.entity_id = r.id
    and l.action = 'service-request.member-says-no'), r.status_timestamp)
where r.member_says_no;

-- When an operator refused or suspended it.
alter table organizations add column closed_timestamp timestamptz(3);
-- Compatible: few organizations are closed.
update organizations o set closed_timestamp = coalesce((
  select max(l.create_timestamp) from audit_log l where l.entity_type = 'organization' and l.entity_id = o.id
    and l.action in ('organization.refuse', 'organization.suspend')), o.update_timestamp)
where o.approval in ('REFUSED', 'SUSPENDED');

alter table users add column mail_assigned_requests boolean not null default true;

-- Compatible: built in seconds, from the few rows that have these times.
create index service_requests_sender_questions on service_requests (organization_id, sender_question_timestamp)
  where sender_question_timestamp is not null;
-- Compatible: built in seconds, from the few rows that have these times.
create index service_requests_provider_questions on service_requests (provider_id, provider_question_timestamp)
  where provider_question_timestamp is not null;
-- Compatible: built in seconds, from the few rows that have these times.
create index service_requests_said_no on service_requests (provider_id, member_no_timestamp) where member_says_no;
-- Compatible: built in seconds, from the few rows that have these times.
create index service_requests_unanswered on service_requests (provider_id, confirmation_timestamp)
  where confirmation_timestamp is not null;
-- Compatible: built in seconds, from the few rows that have these times.
create index service_requests_asked on service_requests (confirmation_timestamp) include (provider_id)
  where confirmation_timestamp is not null;
-- Compatible: few services are deleted.
create index services_deleted on services (deleted_timestamp) where deleted_timestamp is not null;
-- Compatible: few changes wait.
create index proposed_changes_waiting on proposed_changes (create_timestamp) include (member_id) where state = 'PENDING';
