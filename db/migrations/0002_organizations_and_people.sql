-- Organizations, their services, and people: members, staff and operators are all users.

-- Organizations -------------------------------------------------------------------------------------------------------

create table organizations (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  organization_type text not null check (organization_type in ('CARE_PROVIDER', 'SERVICE_PROVIDER')),
  email text,
  phone_number text not null,
  address_line1 text,
  address_line2 text,
  city text,
  zip_code text,
  website text,
  description text,
  logo_file_id bigint references files,
  time_zone text not null default 'America/Detroit',
  terms_version text not null,
  terms_timestamp timestamptz(3) not null default now(),
  -- The first admin's verified address opens an organization; the operator's approval lists it.
  verified_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now(),
  approval text not null default 'WAITING' check (approval in ('WAITING', 'APPROVED', 'REFUSED', 'SUSPENDED')),
  -- Why it was refused or suspended; its staff read it.
  approval_reason text,
  -- Kept when it is refused or suspended, so that it can be restored to what it was.
  approved_timestamp timestamptz(3),
  -- When an admin dismissed the checklist of a new organization.
  setup_dismissed_timestamp timestamptz(3),
  -- The day of the last digest, on the organization's own clock.
  digest_date date,
  -- Rules for how its staff sign in. The slug is the address of its own sign-in page.
  slug text unique,
  require_second_factor boolean not null default false,
  idle_minutes smallint check (idle_minutes between 5 and 480),
  only_single_sign_on boolean not null default false,
  break_glass_user_id bigint,
  new_people text not null default 'PENDING' check (new_people in ('PENDING', 'ACTIVE')),
  check (approval = 'WAITING' or verified_timestamp is not null),
  check (approval <> 'APPROVED' or approved_timestamp is not null),
  check ((approval in ('REFUSED', 'SUSPENDED')) = (approval_reason is not null))
);
create index organizations_by_name on organizations (name collate person_names) where approval = 'APPROVED';
create index organizations_unverified on organizations (create_timestamp) where verified_timestamp is null;
create index organizations_by_approval on organizations (approval, id);
create index organizations_break_glass on organizations (break_glass_user_id) where break_glass_user_id is not null;
-- What organizations have in common, so that an operator is warned about impostors.
create index organizations_by_plain_name on organizations (plain_organization_name(name));
create index organizations_containing on organizations using gin (plain_organization_name(name) gin_trgm_ops);
create index organizations_by_plain_address on organizations (plain_address(address_line1, zip_code));
create index organizations_by_email_domain on organizations (own_domain(email));
create index organizations_by_website_domain on organizations (own_domain(website));
create index organizations_logo on organizations (logo_file_id);

create table services (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  name text not null check (name <> ''),
  type text not null check (type in ('TRANSPORTATION', 'MEDICAL', 'ECONOMIC', 'SOCIAL', 'HOUSING', 'CIVIC_ENGAGEMENT',
    'MENTAL_HEALTH', 'LEGAL', 'EDUCATION', 'FAMILY', 'FOOD', 'TRANSLATION', 'VOLUNTEER', 'OTHER', 'EMPLOYMENT')),
  description text,
  deleted_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now(),
  -- Whom the service helps and whether it can. Null: nobody has filled it in.
  eligibility text,
  age_min smallint,
  age_max smallint,
  languages text[],
  cost text check (cost in ('FREE', 'SLIDING', 'PAID')),
  documents text[],
  hours jsonb,
  phone_number text,
  website text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  zip_code text,
  service_area jsonb,
  response_hours smallint not null default 48 check (response_hours between 1 and 720),
  availability text not null default 'OPEN' check (availability in ('OPEN', 'WAITLIST', 'FULL', 'PAUSED')),
  availability_note text,
  wait_days smallint,
  availability_timestamp timestamptz(3),
  confirmed_timestamp timestamptz(3) not null default now(),
  listed_publicly boolean not null default true
);
create index services_by_organization on services (organization_id) where deleted_timestamp is null;

-- People --------------------------------------------------------------------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  user_type text not null check (user_type in ('PATIENT', 'EMPLOYEE', 'ADMIN', 'OPERATOR')),
  status text not null check (status in ('PENDING', 'ACTIVE', 'INACTIVE')),
  -- Of a member: the organization that added them.
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
  -- Where a member's consent to texts came from, and when.
  sms_consent_source text,
  sms_consent_timestamp timestamptz(3),
  -- The record that this one was merged into. It stays, so that its address leads to the survivor and the merge can be
  -- undone; nobody sees it, since it is in no organization's list.
  merged_into_id bigint references users,
  mail_sent_requests boolean not null default true,
  daily_digest boolean not null default false,
  -- Whether the person has an authenticator app or a passkey; triggers keep it.
  second_factor boolean not null default false,
  -- The language a member speaks, as a BCP 47 tag.
  language text,
  -- Staff always belong to an organization, operators, who run the network, never; see decision 0048.
  constraint users_check check (case user_type when 'PATIENT' then true when 'OPERATOR' then organization_id is null
    else organization_id is not null end),
  constraint users_check1 check (merged_into_id <> id)
);
create index users_by_organization on users (organization_id, status) where user_type <> 'PATIENT';
create index users_by_phone on users (phone_number) where user_type = 'PATIENT';
-- A person of a list, or one entered by hand, is looked up among the members by these.
create index users_by_participant on users (participant_id) where participant_id is not null;
create index users_by_birth on users (date_of_birth, name_key(last_name)) where user_type = 'PATIENT';
-- Possible duplicates are also found by these.
create index users_members_by_name on users (lower(last_name), lower(first_name)) where user_type = 'PATIENT';
create index users_members_by_email on users (email) where user_type = 'PATIENT' and email is not null;
create index users_merged on users (merged_into_id) where merged_into_id is not null;

alter table organizations add foreign key (break_glass_user_id) references users;

-- The link holds a token made from the nonce and the server's secret; only its hash is kept.
create table invitations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  nonce uuid not null,
  token_hash bytea not null unique,
  -- With an address it is good for that address once; without one for anybody until it expires.
  email text check (email = lower(email)),
  created_by bigint not null references users,
  used_by bigint references users on delete set null,
  expires_timestamp timestamptz(3) not null,
  create_timestamp timestamptz(3) not null default now()
);
create index invitations_by_organization on invitations (organization_id);
create index invitations_by_creator on invitations (created_by);
create index invitations_by_user on invitations (used_by);
create index invitations_by_expiry on invitations (expires_timestamp);

-- What an approved organization wants to be called and where to be found, until an operator decides. The organization's
-- own row has what others see.
create table proposed_profiles (
  -- Shares its numbers with organizations, so that a number an operator types names one of the two.
  id bigint primary key default nextval('organizations_id_seq'),
  organization_id bigint not null unique references organizations,
  proposed_by bigint not null references users,
  name text not null check (name <> ''),
  website text,
  address_line1 text,
  address_line2 text,
  city text,
  zip_code text,
  -- Null: the logo stays.
  logo_file_id bigint references files,
  create_timestamp timestamptz(3) not null default now()
);
create index proposed_profiles_by_proposer on proposed_profiles (proposed_by);
create index proposed_profiles_by_logo on proposed_profiles (logo_file_id);

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

create table email_preferences (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  service_id bigint not null references services,
  is_email_required boolean not null,
  unique (user_id, service_id)
);
create index email_preferences_by_service on email_preferences (service_id);
