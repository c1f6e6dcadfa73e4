create table users (
  id bigint generated always as identity primary key,
  user_type text not null check (user_type in ('PATIENT', 'EMPLOYEE', 'ADMIN')),
  status text not null check (status in ('PENDING', 'ACTIVE', 'INACTIVE')),
  organization_id bigint references organizations,
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  email text,
  phone_number text,
  date_of_birth date,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  zip_code text,
  participant_id text check (participant_id ~ '^\d{11}$'),
  send_push_notifications boolean not null default false,
  send_sms_texts boolean not null default true,
  terms_version text,
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now(),
  -- Staff always belong to an organization.
  check (user_type = 'PATIENT' or organization_id is not null)
);
create index users_by_organization on users (organization_id, status) where user_type <> 'PATIENT';

-- Addresses are unique among logins only; members' addresses are not, and families may share one.
create table logins (
  user_id bigint primary key references users on delete cascade,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  -- The address that its owner has asked for; it counts once it is verified.
  pending_email text,
  verified_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now()
);

-- One row per mailed link; only the hash of its token is kept.
create table email_verifications (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  email text not null,
  expires_timestamp timestamptz(3) not null
);
create index email_verifications_by_user on email_verifications (user_id);

-- One code per login at a time; keyed hash, since six digits can be tried out.
create table password_resets (
  user_id bigint primary key references users on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_timestamp timestamptz(3) not null
);

-- A session is the family of the refresh tokens that follow one sign-in.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  create_timestamp timestamptz(3) not null default now(),
  end_timestamp timestamptz(3),
  end_reason text
);
create index sessions_by_user on sessions (user_id) where end_timestamp is null;

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  used_timestamp timestamptz(3),
  expires_timestamp timestamptz(3) not null
);
create index refresh_tokens_by_session on refresh_tokens (session_id);
create index refresh_tokens_by_expiry on refresh_tokens (expires_timestamp);
