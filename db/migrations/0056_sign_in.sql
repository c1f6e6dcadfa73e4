-- Which device a session is on, when it was last used, and when its person last proved who they are. Sessions from
-- before count as unproven.
alter table sessions
  add column user_agent text,
  add column last_used_timestamp timestamptz(3) not null default now(),
  add column proof_timestamp timestamptz(3) not null default '-infinity';
alter table sessions alter column proof_timestamp set default now();

-- People whom their organization's directory created sign in without a password until they set one.
alter table logins add column has_password boolean not null default true;

-- Whether the person has an authenticator app or a passkey; the triggers below keep it.
alter table users add column second_factor boolean not null default false;

-- One authenticator app per person. It counts once its first code was entered. A code of last_step or before is used.
create table authenticators (
  user_id bigint primary key references users on delete cascade,
  secret bytea not null,
  confirm_timestamp timestamptz(3),
  last_step bigint not null default 0,
  create_timestamp timestamptz(3) not null default now()
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  use_timestamp timestamptz(3),
  primary key (user_id, code_hash)
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (name <> ''),
  create_timestamp timestamptz(3) not null default now(),
  last_used_timestamp timestamptz(3)
);
create index passkeys_by_user on passkeys (user_id);

-- A challenge is used once: whoever uses it deletes its row.
create table passkey_challenges (
  challenge bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'second-factor', 'add')),
  user_id bigint references users on delete cascade,
  expires_timestamp timestamptz(3) not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_timestamp);

-- A right password whose second factor is still missing.
create table second_factor_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  device_hash bytea,
  tries integer not null default 0,
  expires_timestamp timestamptz(3) not null
);
create index second_factor_tokens_by_user on second_factor_tokens (user_id);

create function keep_second_factor() returns trigger language plpgsql as $$
declare
  person bigint := coalesce(new.user_id, old.user_id);
begin
  update users u set second_factor = f.has_one from (
    select exists (select from passkeys where user_id = person)
      or exists (select from authenticators where user_id = person and confirm_timestamp is not null) as has_one) f
  where u.id = person and u.second_factor <> f.has_one;
  return null;
end $$;
create trigger keep_second_factor after insert or delete on passkeys
  for each row execute function keep_second_factor();
create trigger keep_second_factor after insert or delete or update of confirm_timestamp on authenticators
  for each row execute function keep_second_factor();

-- An organization's rules for how its staff sign in. The slug is the address of its own sign-in page.
alter table organizations
  add column slug text unique,
  add column require_second_factor boolean not null default false,
  add column idle_minutes smallint check (idle_minutes between 5 and 480),
  add column only_single_sign_on boolean not null default false,
  add column break_glass_user_id bigint references users,
  add column new_people text not null default 'PENDING' check (new_people in ('PENDING', 'ACTIVE'));
-- Compatible: an organization is a row; the index is built in milliseconds.
create index organizations_break_glass on organizations (break_glass_user_id) where break_glass_user_id is not null;

-- Where an organization's people sign in. The client's secret is encrypted.
create table identity_providers (
  organization_id bigint not null references organizations,
  kind text not null check (kind in ('oidc', 'saml')),
  issuer text not null,
  client_id text,
  client_secret bytea,
  metadata text,
  metadata_url text,
  update_timestamp timestamptz(3) not null default now(),
  primary key (organization_id, kind)
);

-- Several organizations may claim a domain; one can prove it, by a DNS record with this text.
create table sign_in_domains (
  organization_id bigint not null references organizations,
  domain text not null check (domain = lower(domain)),
  txt_record text not null,
  proven_timestamp timestamptz(3),
  primary key (organization_id, domain)
);
create unique index sign_in_domains_proven on sign_in_domains (domain) where proven_timestamp is not null;

-- Who a provider's person is here.
create table linked_identities (
  organization_id bigint not null references organizations,
  issuer text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  create_timestamp timestamptz(3) not null default now(),
  primary key (organization_id, issuer, subject)
);
create index linked_identities_by_user on linked_identities (user_id);

-- A person on the way to their provider and back, in one browser. `request_id` names a SAML request of ours.
create table sign_in_trips (
  state_hash bytea primary key,
  organization_id bigint not null references organizations,
  kind text not null check (kind in ('oidc', 'saml')),
  browser_hash bytea not null,
  nonce text,
  code_verifier text,
  request_id text unique,
  return_path text,
  use_timestamp timestamptz(3),
  expires_timestamp timestamptz(3) not null
);
create index sign_in_trips_by_expiry on sign_in_trips (expires_timestamp);

-- A person whom a provider vouched for. First 'code': the browser exchanges it once. Then 'link': a login with that
-- address exists, and its owner confirms with the password.
create table vouched_people (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('code', 'link')),
  organization_id bigint not null references organizations,
  issuer text not null,
  subject text not null,
  email text not null,
  first_name text,
  last_name text,
  tries integer not null default 0,
  expires_timestamp timestamptz(3) not null
);
create index vouched_people_by_expiry on vouched_people (expires_timestamp);

-- An assertion is accepted once; kept until it would have expired.
create table used_assertions (
  organization_id bigint not null references organizations,
  assertion_id text not null,
  expires_timestamp timestamptz(3) not null,
  primary key (organization_id, assertion_id)
);

-- For an organization's own directory, which adds and ends its people through SCIM.
create table scim_tokens (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  token_hash bytea not null unique,
  created_by bigint not null references users,
  create_timestamp timestamptz(3) not null default now(),
  last_used_timestamp timestamptz(3)
);
create index scim_tokens_by_organization on scim_tokens (organization_id);

-- What the directory calls a person.
create table scim_people (
  user_id bigint primary key references users on delete cascade,
  organization_id bigint not null references organizations,
  external_id text,
  unique (organization_id, external_id)
);
