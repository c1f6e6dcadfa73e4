-- What each organization uses, counted every night, so that the operator's list reads one row for each. 'recent' is the
-- last 30 days.
create table organization_usage (
  organization_id bigint primary key references organizations on delete cascade,
  staff bigint not null, staff_recent bigint not null,
  members bigint not null, members_recent bigint not null,
  sent bigint not null, sent_recent bigint not null,
  received bigint not null, received_recent bigint not null,
  texts bigint not null, texts_recent bigint not null,
  answers bigint not null, answers_recent bigint not null,
  files bigint not null, files_recent bigint not null,
  count_timestamp timestamptz(3) not null default now()
);

-- The results of audit:verify. The problem names rows by id, nothing else.
create table audit_verifications (
  id bigint generated always as identity primary key,
  intact boolean not null,
  row_count bigint not null,
  problem text,
  create_timestamp timestamptz(3) not null default now()
);

-- Operators see which migrations were applied.
grant select on schema_migrations to kinbridge_app;
