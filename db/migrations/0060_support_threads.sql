-- A support question has a state, an operator who looks after it, and a thread. Questions from before are open.
-- `state` still says whether the chat got it. `unread` is an answer that the person hasn't opened.
alter table support_messages
  add column question_state text not null default 'OPEN' check (question_state in ('OPEN', 'ANSWERED', 'CLOSED')),
  add column state_timestamp timestamptz(3) not null default now(),
  add column assignee_id bigint references users on delete set null,
  add column unread boolean not null default false,
  add column version integer not null default 1;
-- Compatible: few people ask, so these take milliseconds.
update support_messages set state_timestamp = create_timestamp;
-- Compatible: see above.
create index support_messages_by_user on support_messages (user_id, id desc);
-- Compatible: see above.
create index support_messages_by_state on support_messages (question_state, state_timestamp);
-- Compatible: see above.
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
