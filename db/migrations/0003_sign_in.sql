-- Logins, sessions, second factors, single sign-on and directories.

-- Several people may claim an address: with a sign-up, or because an organization's directory named them. One can prove
-- that it is theirs. Members' addresses are in users only, and families may share one.
create table logins (
  user_id bigint primary key references users on delete cascade,
  email text not null check (email = lower(email)),
  password_hash text not null,
  -- The address that its owner has asked for; it counts once it is verified.
  pending_email text,
  verified_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now(),
  -- People whom their organization's directory created sign in without a password until they set one.
  has_password boolean not null default true,
  -- Whether the person signed in before.
  signed_in boolean not null default false,
  -- After too many wrong reset codes an account gets links instead, for a day.
  wrong_code_times timestamptz(3)[] not null default '{}',
  reset_links_until timestamptz(3),
  -- The address to which the last email was refused for good. It counts while it is the login's address or the requested
  -- one.
  refused_email text
);
create unique index logins_verified on logins (email) where verified_timestamp is not null;
create index logins_by_email on logins (email);
create index logins_by_domain on logins (split_part(email, '@', 2));

-- One row per mailed link; only the hash of its token is kept.
create table email_verifications (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  email text not null,
  expires_timestamp timestamptz(3) not null,
  -- Wrong passwords that were given with the link.
  tries smallint not null default 0
);
create index email_verifications_by_user on email_verifications (user_id);

-- One code per login at a time; a keyed hash, since six digits can be tried out.
create table password_resets (
  user_id bigint primary key references users on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_timestamp timestamptz(3) not null,
  -- Tries from a known device, counted apart so that a stranger can't use up the owner's.
  device_tries integer not null default 0,
  -- Whether the hash is of a link's token.
  is_link boolean not null default false
);
create index password_resets_by_link on password_resets (code_hash) where is_link;

-- Browsers that an account has signed in with. A token grants nothing but a count of its own.
create table device_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  create_timestamp timestamptz(3) not null default now(),
  used_timestamp timestamptz(3) not null default now()
);
create index device_tokens_by_user on device_tokens (user_id, used_timestamp desc);

-- A session is the family of the refresh tokens that follow one sign-in.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  create_timestamp timestamptz(3) not null default now(),
  end_timestamp timestamptz(3),
  end_reason text,
  user_agent text,
  last_used_timestamp timestamptz(3) not null default now(),
  -- When the person last proved who they are.
  proof_timestamp timestamptz(3) not null default now(),
  -- Sessions that single sign-on didn't begin end when an organization allows nothing else. Null counts as such.
  signed_in_by text check (signed_in_by in ('password', 'passkey', 'single-sign-on'))
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
  expires_timestamp timestamptz(3) not null,
  -- How the sign-in that waits for it began.
  signed_in_by text not null default 'password'
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

-- Single sign-on and directories -------------------------------------------------------------------------------------

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
  -- When metadata was last read from its address.
  fetch_timestamp timestamptz(3),
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
  -- A SAML entity ID may equal an OpenID Connect issuer, so an identity is known by its kind, too.
  kind text check (kind in ('oidc', 'saml')),
  primary key (organization_id, kind, issuer, subject)
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
  expires_timestamp timestamptz(3) not null,
  -- A SAML answer arrives by a form without cookies: what it says waits here for the browser that asked.
  answer jsonb,
  -- The person must be asked again who they are, not let through by an old session of the provider.
  again boolean not null default false,
  -- The trip began because the provider answered without a request. If it does so again, the browser isn't sent there a
  -- third time.
  unsolicited boolean not null default false
);
create index sign_in_trips_by_expiry on sign_in_trips (expires_timestamp);

-- A person whom a provider vouched for. First 'code': the browser exchanges it once. Then 'link': a login with that
-- address exists, and its owner confirms with the password. 'confirm' is a link that was mailed to the address. What a
-- provider said counts only in the browser that began the trip.
create table vouched_people (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('code', 'link', 'confirm')),
  organization_id bigint not null references organizations,
  issuer text not null,
  subject text not null,
  email text not null,
  first_name text,
  last_name text,
  tries integer not null default 0,
  expires_timestamp timestamptz(3) not null,
  -- When the provider last asked the person; null if it doesn't say.
  authenticated_timestamp timestamptz(3),
  kind text not null default 'oidc',
  browser_hash bytea not null default ''
);
create index vouched_people_by_expiry on vouched_people (expires_timestamp);

-- An assertion is accepted once; kept until it would have expired.
create table used_assertions (
  organization_id bigint not null references organizations,
  assertion_id text not null,
  expires_timestamp timestamptz(3) not null,
  primary key (organization_id, assertion_id)
);

-- A code of a provider is accepted once in the whole portal: another organization's provider may have seen it.
create table used_codes (
  code_hash bytea primary key,
  expires_timestamp timestamptz(3) not null
);
create index used_codes_by_expiry on used_codes (expires_timestamp);

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
  -- The address as the directory writes it, in its own capitals.
  user_name text,
  -- Whom the directory deleted; they are hidden from it while terminated.
  delete_timestamp timestamptz(3),
  unique (organization_id, external_id)
);
