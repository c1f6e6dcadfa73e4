-- When each subject was tried of late, oldest first: a limit then covers any minute or hour, wherever it begins.
drop table attempts;
create table attempts (
  subject bytea primary key,
  times timestamptz(3)[] not null
);

-- Wrong passwords that were given with a link.
alter table email_verifications add column tries smallint not null default 0;

-- Tries from a known device, counted apart so that a stranger can't use up the owner's.
alter table password_resets add column device_tries integer not null default 0;

-- Browsers that an account has signed in with. A token grants nothing but a count of its own.
create table device_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  create_timestamp timestamptz(3) not null default now(),
  used_timestamp timestamptz(3) not null default now()
);
create index device_tokens_by_user on device_tokens (user_id, used_timestamp desc);
