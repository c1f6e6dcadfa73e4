-- An email to send. Its text is written when it is sent, so that no token or code is kept here.
create sequence emails_id_seq;
create table emails (
  id bigint primary key default month_id(nextval('emails_id_seq')),
  kind text not null,
  user_id bigint references users on delete set null,
  to_address text not null,
  -- Ids that the text is written from.
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'skipped')),
  last_error text,
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now()
) partition by range (id);
alter sequence emails_id_seq owned by emails.id;
create table months.emails_before_months partition of emails for values from (minvalue) to (202601000000000);
create index emails_by_user on emails (user_id);

-- What the console providers 'sent': people trying the portal out read it at /dev/outbox.
create table dev_outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  to_address text not null,
  subject text,
  body text not null,
  create_timestamp timestamptz(3) not null default now(),
  -- Of an email, for developers to look at.
  html text
);
create index dev_outbox_by_address on dev_outbox (to_address, id desc);

-- A support question. `state` says whether the chat got it, `question_state` how far an operator is with it, and `unread`
-- is an answer that the person hasn't opened.
create table support_messages (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  organization_id bigint references organizations,
  message_type text not null check (message_type in ('Support Question', 'Business Question')),
  feedback text not null,
  -- kept: no chat is configured, and the operator reads it here.
  state text not null check (state in ('queued', 'sent', 'failed', 'kept')),
  create_timestamp timestamptz(3) not null default now(),
  question_state text not null default 'OPEN' check (question_state in ('OPEN', 'ANSWERED', 'CLOSED')),
  state_timestamp timestamptz(3) not null default now(),
  assignee_id bigint references users on delete set null,
  unread boolean not null default false,
  version integer not null default 1
);
create index support_messages_by_user on support_messages (user_id, id desc);
create index support_messages_by_state on support_messages (question_state, state_timestamp);
create index support_messages_by_assignee on support_messages (assignee_id) where assignee_id is not null;

-- What was written after the question: the operator's answers, and the person's replies.
create table support_replies (
  id bigint generated always as identity primary key,
  support_message_id bigint not null references support_messages on delete cascade,
  author_id bigint references users on delete set null,
  from_operator boolean not null,
  body text not null check (body <> ''),
  create_timestamp timestamptz(3) not null default now()
);
create index support_replies_by_question on support_replies (support_message_id, id);
create index support_replies_by_author on support_replies (author_id);

-- What the operator tells all staff. Without publish_timestamp it is a draft; without end_timestamp it has no end.
create table announcements (
  id bigint generated always as identity primary key,
  body text not null check (body <> ''),
  severity text not null check (severity in ('INFORMATION', 'WARNING')),
  publish_timestamp timestamptz(3),
  end_timestamp timestamptz(3),
  version integer not null default 1,
  create_timestamp timestamptz(3) not null default now()
);

create table announcement_dismissals (
  announcement_id bigint not null references announcements on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (announcement_id, user_id)
);
create index announcement_dismissals_by_user on announcement_dismissals (user_id);
