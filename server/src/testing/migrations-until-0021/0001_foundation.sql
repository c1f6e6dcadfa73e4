-- The application connects as kinbridge_app, which owns nothing: it cannot change the schema, and it
-- cannot switch off the triggers that keep the audit log append-only.
do $$
begin
  create role kinbridge_app nologin;
exception
  when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  execute format('grant kinbridge_app to %I', current_user);
exception
  when others then null; -- a superuser needs no membership, and some servers refuse to grant it
end $$;

grant usage on schema public to kinbridge_app;
alter default privileges in schema public grant select, insert, update, delete on tables to kinbridge_app;
alter default privileges in schema public grant usage, select on sequences to kinbridge_app;

-- Names sort as people expect them to: without regard to case or accents first.
create collation person_names (provider = icu, locale = 'en-US');

-- Timestamps have milliseconds, so that what goes out as JSON and comes back compares equal.

create table zip_codes (
  zip_code text primary key check (zip_code ~ '^\d{5}$'),
  latitude real not null,
  longitude real not null,
  state text not null,
  time_zone text not null
);

-- Bytes live in the file store under storage_key, which the server chooses; file_name is for people only.
create table files (
  id bigint generated always as identity primary key,
  storage_key text not null unique,
  file_name text not null,
  content_type text not null,
  size bigint not null check (size >= 0),
  sha256 bytea not null,
  create_timestamp timestamptz(3) not null default now()
);

-- An answer that is given again for the same key; the key is scoped to the caller and the call.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  create_timestamp timestamptz(3) not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (create_timestamp);

-- Tries per account and minute; the subject is hashed, so that no address stands here.
create table attempts (
  subject bytea not null,
  window_start timestamptz(3) not null,
  count integer not null,
  primary key (subject, window_start)
);

create table settings (
  name text primary key,
  value jsonb not null
);
