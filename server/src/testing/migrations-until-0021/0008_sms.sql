-- Opt-out is a row per phone number, above everybody's sendSmsTexts. Only START from that phone lifts it.
create table sms_opt_outs (
  phone_number text primary key,
  create_timestamp timestamptz(3) not null default now()
);

-- Every SMS, in both directions. The row exists before anything is sent.
create table sms_messages (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('request-member', 'request-employee', 'confirmation', 'member-says-no', 'answer',
    'staff', 'inbound')),
  organization_id bigint references organizations,
  service_request_id bigint references service_requests,
  -- Who it went to or came from, where it is known.
  user_id bigint references users on delete set null,
  phone_number text not null,
  body text not null,
  is_received boolean not null default false,
  state text not null check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'skipped')),
  reason text,
  sender_id bigint references users,
  provider_id text unique,
  -- Answers to STOP and HELP leave even to a number that has opted out.
  despite_opt_out boolean not null default false,
  send_after timestamptz(3) not null default now(),
  attempts smallint not null default 0,
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now()
);
create index sms_messages_waiting on sms_messages (send_after, id) where state = 'queued';
create index sms_messages_sending on sms_messages (update_timestamp) where state = 'sending';
create index sms_messages_by_request on sms_messages (service_request_id, id) where service_request_id is not null;
create index sms_messages_by_user on sms_messages (user_id, organization_id, id);
create index sms_messages_by_phone on sms_messages (phone_number, id desc);

create table custom_messages (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  key text not null check (key in ('service_request_patient', 'service_request_employee',
    'service_request_confirmation_patient')),
  msg text not null check (msg <> ''),
  update_timestamp timestamptz(3) not null default now(),
  unique (organization_id, key)
);

create table email_preferences (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  service_id bigint not null references services,
  is_email_required boolean not null,
  unique (user_id, service_id)
);
create index email_preferences_by_service on email_preferences (service_id);

-- The workers that are alive; jobs of one that died are given to the others.
create table job_workers (
  worker_id text primary key,
  seen_timestamp timestamptz(3) not null default now()
);
