-- A person of a list, or one entered by hand, is looked for among the members by these.
create index users_by_participant on users (participant_id) where participant_id is not null;
create index users_by_birthday on users (date_of_birth, lower(last_name)) where user_type = 'PATIENT';

-- A list of members that was uploaded, and what came of it.
create table member_uploads (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  created_by bigint not null references users,
  request_id text,
  state text not null check (state in ('queued', 'working', 'done', 'failed')),
  service_ids bigint[] not null,
  service_status text not null check (service_status in ('REQUESTED', 'COMPLETED')),
  sms_consent boolean not null,
  -- The file, until it has been taken in.
  file_id bigint references files,
  -- What stood in the usable rows. The same content again finds the same people, and creates nothing twice.
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

-- The rows of a list while it is being taken in. After a crash they are read from the file again.
create unlogged table member_upload_rows (
  upload_id bigint not null references member_uploads on delete cascade,
  place integer not null,
  -- An earlier row of the same list that is the same person.
  same_as integer,
  member_id bigint,
  created boolean not null default false,
  -- The same member stands in an earlier row.
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

-- Without figures about the rows of this list, the database would compare each of them with each other.
create function analyze_member_upload_rows() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze member_upload_rows;
end $$;
revoke execute on function analyze_member_upload_rows() from public;
grant execute on function analyze_member_upload_rows() to kinbridge_app;

-- After many inserts a search would have to walk the list of what is not yet in the index. Only the owner of an index
-- may tidy it up, and the application owns nothing.
create function tidy_search_indexes() returns void language plpgsql security definer set search_path = public as $$
begin
  perform gin_clean_pending_list('organization_members_search');
  perform gin_clean_pending_list('service_requests_outgoing_search');
  perform gin_clean_pending_list('service_requests_incoming_search');
  analyze users (first_name, last_name, date_of_birth, participant_id), organization_members, service_requests;
end $$;
revoke execute on function tidy_search_indexes() from public;
grant execute on function tidy_search_indexes() to kinbridge_app;
