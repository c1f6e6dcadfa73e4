-- Every backup, its result, and that of its restore test. Written by the owner; the application only shows it.
create table backups (
  id bigint generated always as identity primary key,
  reason text not null check (reason in ('command', 'scheduled', 'before migration')),
  -- The folder or bucket, and the name in it.
  place text not null,
  name text not null,
  encrypted boolean not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  start_timestamp timestamptz(3) not null default now(),
  end_timestamp timestamptz(3),
  bytes bigint,
  row_count bigint,
  file_count bigint,
  -- Why it failed, as a sentence.
  problem text,
  -- When it was removed because there were enough newer ones.
  remove_timestamp timestamptz(3),
  -- The restore test: into a temporary database, compared with what the backup says.
  test_state text check (test_state in ('passed', 'failed')),
  test_timestamp timestamptz(3),
  test_problem text
);
grant select on backups to kinbridge_app;
