-- An e-mail that is to leave. What it says is written when it is sent, so that no token or code stands here.
create table emails (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id bigint references users on delete set null,
  to_address text not null,
  -- Ids that the text is written from.
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'skipped')),
  last_error text,
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now()
);
create index emails_by_user on emails (user_id);

-- What the console providers 'sent': people trying the portal out read it at /dev/outbox.
create table dev_outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  to_address text not null,
  subject text,
  body text not null,
  create_timestamp timestamptz(3) not null default now()
);
create index dev_outbox_by_address on dev_outbox (to_address, id desc);

create table support_messages (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  organization_id bigint references organizations,
  message_type text not null check (message_type in ('Support Question', 'Business Question')),
  feedback text not null,
  -- kept: no chat is configured, and the operator reads it here.
  state text not null check (state in ('queued', 'sent', 'failed', 'kept')),
  create_timestamp timestamptz(3) not null default now()
);
