-- The schema of the first release: what the migrations 0001 to 0021 built, table by table. A database that ran all of
-- those counts as having this file; see server/src/db/migration-plan.ts.

-- Roles and rights ----------------------------------------------------------------------------------------------------

-- The application connects as kinbridge_app, which owns nothing: it can't change the schema, and it can't switch off
-- the triggers that keep the audit log append-only.
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

-- Search and order ----------------------------------------------------------------------------------------------------

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Names sort as people expect them to: without regard to case or accents first.
create collation person_names (provider = icu, locale = 'en-US');

-- Tables of the server itself -----------------------------------------------------------------------------------------

-- Timestamps have milliseconds, so that what goes out as JSON and comes back compares equal.

create table settings (
  name text primary key,
  value jsonb not null
);

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
  create_timestamp timestamptz(3) not null default now(),
  -- Set when the bytes were found to be missing. The row stays, so that people learn what was lost.
  missing_timestamp timestamptz(3)
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

-- Tries per account and minute. The subject is hashed, so that no address is kept here.
create table attempts (
  subject bytea not null,
  window_start timestamptz(3) not null,
  count integer not null,
  primary key (subject, window_start)
);

-- The workers that are alive; jobs of one that died are given to the others.
create table job_workers (
  worker_id text primary key,
  seen_timestamp timestamptz(3) not null default now()
);

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
  -- Set once the first admin has verified; only then is the organization shown to others.
  listed_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now()
);
create index organizations_by_name on organizations (name collate person_names) where listed_timestamp is not null;
create index organizations_logo on organizations (logo_file_id);

create table services (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  name text not null check (name <> ''),
  type text not null check (type in ('TRANSPORTATION', 'MEDICAL', 'ECONOMIC', 'SOCIAL', 'HOUSING', 'CIVIC_ENGAGEMENT',
    'MENTAL_HEALTH', 'LEGAL', 'EDUCATION', 'FAMILY', 'FOOD', 'TRANSLATION', 'VOLUNTEER', 'OTHER', 'EMPLOYMENT')),
  description text,
  deleted_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now()
);
create index services_by_organization on services (organization_id) where deleted_timestamp is null;

-- People and accounts -------------------------------------------------------------------------------------------------

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
  -- Where a member's consent to texts came from, and when.
  sms_consent_source text,
  sms_consent_timestamp timestamptz(3),
  -- The record that this one was merged into. It stays, so that its address leads to the survivor and the merge can be
  -- undone; nobody sees it, since it is in no organization's list.
  merged_into_id bigint references users,
  -- Staff always belong to an organization.
  constraint users_check check (user_type = 'PATIENT' or organization_id is not null),
  constraint users_check1 check (merged_into_id <> id)
);
create index users_by_organization on users (organization_id, status) where user_type <> 'PATIENT';
create index users_by_phone on users (phone_number) where user_type = 'PATIENT';
-- A person of a list, or one entered by hand, is looked up among the members by these.
create index users_by_participant on users (participant_id) where participant_id is not null;
create index users_by_birthday on users (date_of_birth, lower(last_name)) where user_type = 'PATIENT';
-- Possible duplicates are also found by these.
create index users_members_by_name on users (lower(last_name), lower(first_name)) where user_type = 'PATIENT';
create index users_members_by_email on users (email) where user_type = 'PATIENT' and email is not null;
create index users_merged on users (merged_into_id) where merged_into_id is not null;

-- Addresses are unique among logins only; members' addresses aren't, and families may share one.
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

-- One code per login at a time; a keyed hash, since six digits can be tried out.
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

create table email_preferences (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  service_id bigint not null references services,
  is_email_required boolean not null,
  unique (user_id, service_id)
);
create index email_preferences_by_service on email_preferences (service_id);

-- Audit log -----------------------------------------------------------------------------------------------------------

-- Who did what to which record. Ids only: no names, no contents.
create table audit_log (
  id bigint generated always as identity primary key,
  create_timestamp timestamptz not null default clock_timestamp(),
  organization_id bigint,
  actor_id bigint,
  action text not null,
  entity_type text not null,
  entity_id bigint,
  detail jsonb not null default '{}',
  request_id text
);
create index audit_log_by_organization on audit_log (organization_id, id desc);
create index audit_log_by_entity on audit_log (entity_type, entity_id, id desc);
create index audit_log_by_actor on audit_log (organization_id, actor_id, id desc);

-- The chain: each row's hash covers the row and the hash before it. A job appends to it every minute.
create table audit_chain (
  position bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function refuse_change();
create trigger audit_chain_no_truncate before truncate on audit_chain
  for each statement execute function refuse_change();

revoke update, delete, truncate on audit_log, audit_chain from kinbridge_app;

-- Emails and support --------------------------------------------------------------------------------------------------

-- An email to send. Its text is written when it is sent, so that no token or code is kept here.
create table emails (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id bigint references users on delete set null,
  to_address text not null,
  -- Ids that the text is written from.
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'skipped')),
  last_error text,
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now()
);
create index emails_by_user on emails (user_id);

-- What the console providers 'sent': people trying the portal out read it at /dev/outbox.
create table dev_outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  to_address text not null,
  subject text,
  body text not null,
  create_timestamp timestamptz(3) not null default now()
);
create index dev_outbox_by_address on dev_outbox (to_address, id desc);

create table support_messages (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  organization_id bigint references organizations,
  message_type text not null check (message_type in ('Support Question', 'Business Question')),
  feedback text not null,
  -- kept: no chat is configured, and the operator reads it here.
  state text not null check (state in ('queued', 'sent', 'failed', 'kept')),
  create_timestamp timestamptz(3) not null default now()
);

-- Members of an organization ------------------------------------------------------------------------------------------

-- One lower-case text to search in: any part of the name, the address, the digits, the participant id.
create function member_search(first_name text, last_name text, email text, phone_number text, participant_id text)
returns text language sql immutable parallel safe as $$
  select lower(concat_ws(' ', first_name, last_name, email, regexp_replace(phone_number, '\D', '', 'g'), participant_id))
$$;

-- Which organizations see a member: they added, referred or received them, or had a form answered by them. Search text
-- and names are kept here, so that one index holds the organization with its search or its order.
create table organization_members (
  organization_id bigint not null references organizations,
  member_id bigint not null references users on delete cascade,
  search text not null,
  create_timestamp timestamptz(3) not null default now(),
  first_name text not null,
  last_name text not null,
  primary key (organization_id, member_id)
);
create index organization_members_by_member on organization_members (member_id);
create index organization_members_search on organization_members using gin (organization_id, search gin_trgm_ops);
create index organization_members_by_first_name on organization_members
  (organization_id, first_name collate person_names, member_id);
create index organization_members_by_last_name on organization_members
  (organization_id, last_name collate person_names, member_id);

create function refresh_member_search() returns trigger language plpgsql as $$
begin
  update organization_members set
    search = member_search(new.first_name, new.last_name, new.email, new.phone_number, new.participant_id),
    first_name = new.first_name, last_name = new.last_name
  where member_id = new.id;
  return null;
end $$;
create trigger users_member_search
  after update of first_name, last_name, email, phone_number, participant_id on users
  for each row when (new.user_type = 'PATIENT') execute function refresh_member_search();

-- Service requests ----------------------------------------------------------------------------------------------------

create table service_requests (
  id bigint generated always as identity primary key,
  -- The requesting organization, and the one whose service it is.
  organization_id bigint not null references organizations,
  provider_id bigint not null references organizations,
  service_id bigint not null references services,
  member_id bigint not null references users,
  assignee_id bigint references users,
  status text not null check (status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED', 'CANCELLED')),
  version integer not null default 1,
  description text,
  file_id bigint references files,
  created_by bigint references users,
  member_says_no boolean not null default false,
  -- The furthest point it ever reached on the usual path, for the funnel: 1 Requested to 5 Completed.
  furthest_step smallint not null default 1,
  first_response_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now(),
  status_timestamp timestamptz(3) not null default now(),
  complete_timestamp timestamptz(3),
  search text not null default '',
  -- Made through a public form: the member is texted once staff act on the request.
  member_text_waits boolean not null default false,
  check ((status = 'COMPLETED') = (complete_timestamp is not null))
);
create index service_requests_outgoing on service_requests (organization_id, status, id desc);
create index service_requests_incoming on service_requests (provider_id, status, id desc);
create index service_requests_outgoing_all on service_requests (organization_id, id desc);
create index service_requests_incoming_all on service_requests (provider_id, id desc);
create index service_requests_by_member on service_requests (member_id, create_timestamp desc);
create index service_requests_by_assignee on service_requests (assignee_id, id desc) where assignee_id is not null;
create index service_requests_by_service on service_requests (service_id);
create index service_requests_outgoing_search on service_requests using gin (organization_id, search gin_trgm_ops);
create index service_requests_incoming_search on service_requests using gin (provider_id, search gin_trgm_ops);
create index service_requests_file on service_requests (file_id) where file_id is not null;
-- Metrics read these alone: the requests of a period, from either side, with everything that is counted.
create index service_requests_outgoing_metrics on service_requests (organization_id, create_timestamp)
  include (provider_id, service_id, member_id, status, furthest_step, first_response_timestamp, complete_timestamp);
create index service_requests_incoming_metrics on service_requests (provider_id, create_timestamp)
  include (organization_id, service_id, member_id, status, furthest_step, first_response_timestamp, complete_timestamp);

-- What a board's search looks in: ticket id, member, service, both organizations, assignee. Many requests inserted at
-- once bring the text along, made by one statement; the trigger makes it for those that come without.
create function request_search_text(id bigint, member_first text, member_last text, service text, organization text,
  provider text, assignee_first text, assignee_last text)
returns text language sql immutable parallel safe as $$
  select lower(concat_ws(' ', '#' || id, member_first, member_last, service, organization, provider, assignee_first,
    assignee_last))
$$;

create function service_request_search(r service_requests) returns text language sql stable as $$
  select request_search_text(r.id, m.first_name, m.last_name, s.name, o.name, p.name, a.first_name, a.last_name)
  from users m, services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id
  where m.id = r.member_id and s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

create function set_service_request_search() returns trigger language plpgsql as $$
begin
  new.search := service_request_search(new);
  return new;
end $$;
create trigger service_requests_search before insert on service_requests
  for each row when (new.search = '') execute function set_service_request_search();
create trigger service_requests_search_update before update of member_id, service_id, assignee_id on service_requests
  for each row execute function set_service_request_search();

create function refresh_search_of_person() returns trigger language plpgsql as $$
begin
  update service_requests r set search = service_request_search(r) where r.member_id = new.id or r.assignee_id = new.id;
  return null;
end $$;
create trigger users_request_search after update of first_name, last_name on users
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function refresh_search_of_person();

create function refresh_search_of_service() returns trigger language plpgsql as $$
begin
  update service_requests r set search = service_request_search(r) where r.service_id = new.id;
  return null;
end $$;
create trigger services_request_search after update of name on services
  for each row when (old.name is distinct from new.name) execute function refresh_search_of_service();

create function refresh_search_of_organization() returns trigger language plpgsql as $$
begin
  update service_requests r set search = service_request_search(r)
  where r.organization_id = new.id or r.provider_id = new.id;
  return null;
end $$;
create trigger organizations_request_search after update of name on organizations
  for each row when (old.name is distinct from new.name) execute function refresh_search_of_organization();

-- How many requests each status has, as changes that add up: nobody waits for a counter's row, and a board with a
-- hundred thousand requests counts as quickly as a small one. A job sums them up.
create table service_request_counts (
  organization_id bigint not null,
  side text not null check (side in ('outgoing', 'incoming')),
  status text not null,
  change bigint not null
);
create index service_request_counts_by_organization on service_request_counts (organization_id, side)
  include (status, change);

create function count_service_requests() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into service_request_counts
      select organization_id, 'outgoing', status, count(*) from added group by organization_id, status
      union all
      select provider_id, 'incoming', status, count(*) from added group by provider_id, status;
  elsif tg_op = 'DELETE' then
    insert into service_request_counts
      select organization_id, 'outgoing', status, -count(*) from removed group by organization_id, status
      union all
      select provider_id, 'incoming', status, -count(*) from removed group by provider_id, status;
  else
    insert into service_request_counts
      select organization_id, side, status, sum(change) from (
        select organization_id, 'outgoing' as side, status, 1 as change from added
        union all select provider_id, 'incoming', status, 1 from added
        union all select organization_id, 'outgoing', status, -1 from removed
        union all select provider_id, 'incoming', status, -1 from removed
      ) changes group by organization_id, side, status having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger service_requests_count_insert after insert on service_requests
  referencing new table as added for each statement execute function count_service_requests();
create trigger service_requests_count_update after update on service_requests
  referencing new table as added old table as removed for each statement execute function count_service_requests();
create trigger service_requests_count_delete after delete on service_requests
  referencing old table as removed for each statement execute function count_service_requests();

create table notes (
  id bigint generated always as identity primary key,
  service_request_id bigint not null references service_requests,
  content text not null,
  file_id bigint references files,
  created_by bigint not null references users,
  organization_id bigint not null references organizations,
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now(),
  check (content <> '' or file_id is not null)
);
create index notes_by_request on notes (service_request_id, id);
create index notes_file on notes (file_id) where file_id is not null;

-- Texts and mass messages ---------------------------------------------------------------------------------------------

-- Opt-out is a row per phone number, above everybody's sendSmsTexts. Only START from that phone lifts it.
create table sms_opt_outs (
  phone_number text primary key,
  create_timestamp timestamptz(3) not null default now()
);

-- A mass message. Its texts are rows of sms_messages, one for each person selected, those who get nothing included.
create table campaigns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  created_by bigint not null references users,
  -- As it was written, and as it is sent.
  message text not null check (message <> ''),
  body text not null,
  create_timestamp timestamptz(3) not null default now()
);
create index campaigns_by_organization on campaigns (organization_id, id desc);
create index campaigns_by_creator on campaigns (created_by);

-- Recipients of a mass message whose texts aren't written yet. Accepting fifty thousand people must be quick, and a row
-- of sms_messages is checked and indexed from every side; so the first piece is written with the campaign and a job
-- writes the others. Recipients here count as queued, or as skipped, from the beginning.
create table campaign_pieces (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaigns,
  -- In the order in which they are sent; a reason says why somebody gets nothing.
  user_ids bigint[] not null,
  phone_numbers text[] not null,
  reasons text[] not null,
  queued integer not null,
  skipped integer not null,
  send_after timestamptz(3) not null
);
create index campaign_pieces_by_campaign on campaign_pieces (campaign_id, id);

-- Every SMS, in both directions. The row exists before anything is sent.
create table sms_messages (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('request-member', 'request-employee', 'confirmation', 'member-says-no', 'answer',
    'staff', 'inbound', 'campaign', 'campaign-test')),
  organization_id bigint references organizations,
  service_request_id bigint references service_requests,
  -- Who it went to or came from, where it is known.
  user_id bigint references users on delete set null,
  phone_number text not null,
  body text not null,
  is_received boolean not null default false,
  state text not null check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'skipped')),
  reason text,
  sender_id bigint references users,
  provider_id text unique,
  -- Answers to STOP and HELP leave even to a number that has opted out.
  despite_opt_out boolean not null default false,
  send_after timestamptz(3) not null default now(),
  attempts smallint not null default 0,
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now(),
  campaign_id bigint references campaigns
);
-- Single texts go before mass messages. Mass messages of several organizations leave in turns; within one organization,
-- first come, first served.
create index sms_messages_waiting on sms_messages (send_after, id) where state = 'queued' and campaign_id is null;
create index sms_messages_waiting_campaign on sms_messages (organization_id, send_after, id)
  where state = 'queued' and campaign_id is not null;
create index sms_messages_sending on sms_messages (update_timestamp) where state = 'sending';
create index sms_messages_by_request on sms_messages (service_request_id, id) where service_request_id is not null;
create index sms_messages_by_user on sms_messages (user_id, organization_id, id);
create index sms_messages_by_phone on sms_messages (phone_number, id desc);
create index sms_messages_by_campaign on sms_messages (campaign_id, state, id) where campaign_id is not null;

-- An organization's wording of the automatic texts.
create table custom_messages (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  key text not null check (key in ('service_request_patient', 'service_request_employee',
    'service_request_confirmation_patient')),
  msg text not null check (msg <> ''),
  update_timestamp timestamptz(3) not null default now(),
  unique (organization_id, key)
);

-- Member lists --------------------------------------------------------------------------------------------------------

-- A list of members that was uploaded, and its result.
create table member_uploads (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  created_by bigint not null references users,
  request_id text,
  state text not null check (state in ('queued', 'working', 'done', 'failed')),
  service_ids bigint[] not null,
  service_status text not null check (service_status in ('REQUESTED', 'COMPLETED')),
  sms_consent boolean not null,
  -- The file, until it has been imported.
  file_id bigint references files,
  -- A hash of the usable rows. The same content again finds the same people, and creates nothing twice.
  content_hash bytea,
  member_ids bigint[],
  done integer not null default 0,
  total integer not null default 0,
  result jsonb,
  message text,
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now()
);
create index member_uploads_by_content on member_uploads (organization_id, content_hash) where state = 'done';
create index member_uploads_file on member_uploads (file_id) where file_id is not null;

-- The rows of a list during its import. After a crash they are read from the file again.
create unlogged table member_upload_rows (
  upload_id bigint not null references member_uploads on delete cascade,
  place integer not null,
  -- An earlier row of the same list that is the same person.
  same_as integer,
  member_id bigint,
  created boolean not null default false,
  -- An earlier row is the same member.
  repeats boolean not null default false,
  first_name text not null,
  last_name text not null,
  date_of_birth date,
  phone_number text,
  email text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  zip_code text,
  participant_id text,
  primary key (upload_id, place)
);

-- Without statistics about the rows of this list, the database would compare each of them with each other.
create function analyze_member_upload_rows() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze member_upload_rows;
end $$;
revoke execute on function analyze_member_upload_rows() from public;
grant execute on function analyze_member_upload_rows() to kinbridge_app;

-- After many inserts a search would have to walk the list of what isn't in the index yet. Only the owner of an index
-- may clean it up, and the application owns nothing.
create function tidy_search_indexes() returns void language plpgsql security definer set search_path = public as $$
begin
  perform gin_clean_pending_list('organization_members_search');
  perform gin_clean_pending_list('service_requests_outgoing_search');
  perform gin_clean_pending_list('service_requests_incoming_search');
  analyze users (first_name, last_name, date_of_birth, participant_id), organization_members, service_requests;
end $$;
revoke execute on function tidy_search_indexes() from public;
grant execute on function tidy_search_indexes() to kinbridge_app;

-- Files of members ----------------------------------------------------------------------------------------------------

-- Files of a member, seen by the organization that added them and by the member.
create table member_documents (
  id bigint generated always as identity primary key,
  member_id bigint not null references users,
  organization_id bigint not null references organizations,
  file_id bigint not null references files,
  created_by bigint not null references users,
  create_timestamp timestamptz(3) not null default now()
);
create index member_documents_by_member on member_documents (member_id, organization_id, id desc);
create index member_documents_file on member_documents (file_id);

-- Duplicates and merges -----------------------------------------------------------------------------------------------

-- Two records that the organization said aren't the same person: they aren't suggested again. It is said of the records
-- and stays with them; while one of them is merged into another, it holds for the survivor.
create table duplicate_dismissals (
  organization_id bigint not null references organizations,
  lower_id bigint not null references users on delete cascade,
  higher_id bigint not null references users on delete cascade,
  created_by bigint not null references users,
  create_timestamp timestamptz(3) not null default now(),
  primary key (organization_id, lower_id, higher_id),
  check (lower_id < higher_id)
);
create index duplicate_dismissals_by_lower on duplicate_dismissals (lower_id);
create index duplicate_dismissals_by_higher on duplicate_dismissals (higher_id);

create table member_merges (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  survivor_id bigint not null references users,
  merged_id bigint not null references users,
  created_by bigint not null references users,
  create_timestamp timestamptz(3) not null default now(),
  -- What the survivor's columns were and became: an undo gives back what nobody has edited since.
  survivor_before jsonb not null,
  survivor_after jsonb not null,
  -- The ids of the rows that went over, by table and column.
  moved jsonb not null,
  listed_timestamp timestamptz(3) not null,
  undone_timestamp timestamptz(3),
  undone_by bigint references users,
  check (survivor_id <> merged_id)
);
create index member_merges_by_survivor on member_merges (survivor_id, id desc);
create index member_merges_by_merged on member_merges (merged_id);

-- The record that this one was merged into, or the record itself. The lock waits for a merge that is running.
create function merged_into(person bigint) returns bigint language plpgsql as $$
declare
  next bigint;
begin
  loop
    select merged_into_id into next from users where id = person for key share;
    if next is null then return person; end if;
    person := next;
  end loop;
end $$;

-- A row that arrives for a merged record, also during the merge, goes to its survivor.
create function follow_merge_of_member() returns trigger language plpgsql as $$
begin
  new.member_id := merged_into(new.member_id);
  return new;
end $$;

create function follow_merge_of_user() returns trigger language plpgsql as $$
begin
  new.user_id := merged_into(new.user_id);
  return new;
end $$;

create function follow_merge_of_organization_member() returns trigger language plpgsql as $$
begin
  new.member_id := merged_into(new.member_id);
  select member_search(u.first_name, u.last_name, u.email, u.phone_number, u.participant_id), u.first_name, u.last_name
  into new.search, new.first_name, new.last_name
  from users u where u.id = new.member_id;
  return new;
end $$;

-- Many new members at once bring their names along: somebody whom the same statement creates can't have been merged.
create trigger follow_merge before insert on organization_members
  for each row when (new.first_name is null) execute function follow_merge_of_organization_member();
create trigger follow_merge_update before update of member_id on organization_members
  for each row execute function follow_merge_of_organization_member();

-- Many new requests at once bring their search texts along: the import of a list has followed the merges of its members
-- and holds them, all in one statement.
create trigger follow_merge before insert on service_requests
  for each row when (new.search = '') execute function follow_merge_of_member();
create trigger follow_merge_update before update of member_id on service_requests
  for each row execute function follow_merge_of_member();

create trigger follow_merge before insert or update of member_id on member_documents
  for each row execute function follow_merge_of_member();
create trigger follow_merge before insert or update of user_id on sms_messages
  for each row when (new.user_id is not null) execute function follow_merge_of_user();

-- Forms ---------------------------------------------------------------------------------------------------------------

-- A form: its public identity, for all versions. Archiving covers the whole form.
create table survey_forms (
  id bigint generated always as identity primary key,
  unique_survey_id uuid not null unique default gen_random_uuid(),
  organization_id bigint not null references organizations,
  -- How many versions it has; publishing locks this row.
  newest_version integer not null default 0,
  archived_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now()
);
create index survey_forms_by_organization on survey_forms (organization_id, id desc);

-- One row per published version, never changed. The definition is kept as text: order and numbers as they came.
create table surveys (
  id bigint generated always as identity primary key,
  form_id bigint not null references survey_forms,
  version integer not null check (version > 0),
  original_survey_id bigint references surveys,
  title text not null,
  data json not null,
  created_by bigint references users,
  create_timestamp timestamptz(3) not null default now(),
  unique (form_id, version),
  check ((version = 1) = (original_survey_id is null))
);
create trigger surveys_immutable before update or delete on surveys
  for each row execute function refuse_change();

create table survey_answers (
  id bigint generated always as identity primary key,
  form_id bigint not null references survey_forms,
  survey_id bigint not null references surveys,
  user_id bigint references users on delete set null,
  data jsonb not null,
  source text not null check (source in ('link', 'staff', 'upload')),
  created_by bigint references users,
  -- A row of an uploaded list is imported once.
  content_hash bytea,
  search text not null default '',
  create_timestamp timestamptz(3) not null default now(),
  unique (form_id, content_hash)
);
create index survey_answers_by_form on survey_answers (form_id, create_timestamp desc, id desc);
create index survey_answers_by_survey on survey_answers (survey_id);
create index survey_answers_by_user on survey_answers (user_id, form_id, id desc);
create index survey_answers_search on survey_answers using gin (form_id, search gin_trgm_ops);
create trigger follow_merge before insert or update of user_id on survey_answers
  for each row when (new.user_id is not null) execute function follow_merge_of_user();

-- What a search of the submissions looks in: who answered, and every text and number of the answer.
create function survey_answer_search(a survey_answers) returns text language sql stable as $$
  select left(lower(concat_ws(' ', (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = a.user_id),
    (select string_agg(value #>> '{}', ' ') from jsonb_path_query(a.data, 'strict $.**') value
      where jsonb_typeof(value) in ('string', 'number')))), 20000)
$$;

create function set_survey_answer_search() returns trigger language plpgsql as $$
begin
  new.search := survey_answer_search(new);
  return new;
end $$;
create trigger survey_answers_set_search before insert or update of user_id, data on survey_answers
  for each row execute function set_survey_answer_search();

create function refresh_search_of_answers() returns trigger language plpgsql as $$
begin
  update survey_answers a set search = survey_answer_search(a) where a.user_id = new.id;
  return null;
end $$;
create trigger users_answer_search after update of first_name, last_name on users
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function refresh_search_of_answers();

-- Files and signatures arrive before the answer that they belong to. Those that no answer names are deleted after a
-- day.
create table survey_files (
  id uuid primary key default gen_random_uuid(),
  form_id bigint not null references survey_forms,
  file_id bigint not null references files,
  answer_id bigint references survey_answers,
  create_timestamp timestamptz(3) not null default now()
);
create index survey_files_by_answer on survey_files (answer_id) where answer_id is not null;
create index survey_files_waiting on survey_files (create_timestamp) where answer_id is null;
create index survey_files_file on survey_files (file_id);

create table survey_assignments (
  id bigint generated always as identity primary key,
  form_id bigint not null references survey_forms,
  survey_id bigint not null references surveys,
  user_id bigint not null references users on delete cascade,
  answer_id bigint references survey_answers,
  assigned_by bigint references users,
  create_timestamp timestamptz(3) not null default now()
);
create index survey_assignments_by_user on survey_assignments (user_id, form_id, id);
create index survey_assignments_by_answer on survey_assignments (answer_id) where answer_id is not null;
create trigger follow_merge before insert or update of user_id on survey_assignments
  for each row execute function follow_merge_of_user();
