-- Services say who they help and whether they can. Null: nobody has filled it in.
alter table services
  add column eligibility text,
  add column age_min smallint,
  add column age_max smallint,
  add column languages text[],
  add column cost text check (cost in ('FREE', 'SLIDING', 'PAID')),
  add column documents text[],
  add column hours jsonb,
  add column phone_number text,
  add column website text,
  add column address_line1 text,
  add column address_line2 text,
  add column city text,
  add column state text,
  add column zip_code text,
  add column service_area jsonb,
  add column response_hours smallint not null default 48 check (response_hours between 1 and 720),
  add column availability text not null default 'OPEN' check (availability in ('OPEN', 'WAITLIST', 'FULL', 'PAUSED')),
  add column availability_note text,
  add column wait_days smallint,
  add column availability_timestamp timestamptz(3),
  add column confirmed_timestamp timestamptz(3) not null default now(),
  add column listed_publicly boolean not null default true;
-- Compatible: adding a service confirms it; there are few services, and no other statement waits for their rows long.
update services set confirmed_timestamp = create_timestamp;

alter table service_requests
  -- Stays after the request left Requested, for the metrics.
  add column due_timestamp timestamptz(3),
  add column response_hours smallint,
  -- Null: no reminders, as for uploads and demo data.
  add column next_reminder_timestamp timestamptz(3),
  add column reminders_sent smallint not null default 0,
  add column outcome_code text,
  add column outcome_note text,
  add column outcome_by text check (outcome_by in ('member', 'staff', 'system')),
  add column outcome_timestamp timestamptz(3),
  add column follows_id bigint references service_requests,
  add column source text not null default 'STAFF' check (source in ('STAFF', 'FORM', 'UPLOAD', 'SELF', 'EXCHANGE'));
-- Compatible: touches only requests that nobody has answered yet, and visitors' requests.
update service_requests set due_timestamp = status_timestamp + interval '48 hours', response_hours = 48
  where status = 'REQUESTED';
-- Compatible: as above.
update service_requests set source = 'FORM' where created_by is null;

-- Compatible: the indexes hold few of the requests, so writes wait for one scan of the table at most.
create index service_requests_incoming_due on service_requests (provider_id, due_timestamp, id) where status = 'REQUESTED';
-- Compatible: as above.
create index service_requests_outgoing_due on service_requests (organization_id, due_timestamp, id)
  where status = 'REQUESTED';
-- Compatible: as above.
create index service_requests_reminders on service_requests (next_reminder_timestamp)
  where next_reminder_timestamp is not null;
-- Compatible: as above.
create index service_requests_follows on service_requests (follows_id) where follows_id is not null;

alter table users
  add column mail_sent_requests boolean not null default true,
  add column daily_digest boolean not null default false;

-- Links in emails that act for one employee on one request or service. The token itself is only in the email.
create table act_tokens (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users,
  service_request_id bigint references service_requests,
  service_id bigint references services,
  create_timestamp timestamptz(3) not null default now(),
  expire_timestamp timestamptz(3) not null,
  check (num_nonnulls(service_request_id, service_id) = 1)
);
create index act_tokens_by_expiry on act_tokens (expire_timestamp);
create index act_tokens_by_request on act_tokens (service_request_id) where service_request_id is not null;
