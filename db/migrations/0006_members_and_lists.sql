-- Members: which organization sees whom, lists that are uploaded, files, duplicates and merges, proposed changes, erasures.

-- Members of an organization ------------------------------------------------------------------------------------------

-- One lower-case text to search in: any part of the name, the address, the digits, the participant id. Made without
-- functions that depend on settings, as concat_ws may, so that it is inlined into the statement that calls it.
create function member_search(first_name text, last_name text, email text, phone_number text, participant_id text)
returns text language sql immutable parallel safe as $$
  select lower(substr(coalesce(' ' || first_name, '') || coalesce(' ' || last_name, '') || coalesce(' ' || email, '')
    || coalesce(' ' || regexp_replace(phone_number, '\D', '', 'g'), '') || coalesce(' ' || participant_id, ''), 2))
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
  -- An organization that only received requests for a member sees them until 30 days after the last was cancelled. Null:
  -- it doesn't end, because the organization added or referred the member, has their answer to a form, or a request isn't
  -- cancelled.
  ends_timestamp timestamptz(3),
  -- The list sorts by these as well as by name.
  date_of_birth date,
  email text,
  phone_number text,
  zip_code text,
  primary key (organization_id, member_id)
);
create index organization_members_by_member on organization_members (member_id);
create index organization_members_search on organization_members using gin (organization_id, search gin_trgm_ops);
-- Holds the end as well, so that counting needs the index alone.
create index organization_members_by_first_name on organization_members
  (organization_id, first_name collate person_names, member_id) include (ends_timestamp);
create index organization_members_by_last_name on organization_members
  (organization_id, last_name collate person_names, member_id) include (ends_timestamp);
create index organization_members_by_birthday on organization_members (organization_id, date_of_birth, member_id);
create index organization_members_by_email on organization_members (organization_id, email, member_id);
create index organization_members_by_phone on organization_members (organization_id, phone_number, member_id);
create index organization_members_by_zip_code on organization_members (organization_id, zip_code, member_id);
create index organization_members_ending on organization_members (organization_id, ends_timestamp)
  where ends_timestamp is not null;

-- Which organizations see a member now. Everything that asks who sees whom reads this.
create view visible_members as
  select organization_id, member_id, search, create_timestamp, first_name, last_name, date_of_birth, email, phone_number,
    zip_code
  from organization_members where ends_timestamp is null or ends_timestamp >= now();

create function refresh_member_search() returns trigger language plpgsql as $$
begin
  update organization_members set
    search = member_search(new.first_name, new.last_name, new.email, new.phone_number, new.participant_id),
    first_name = new.first_name, last_name = new.last_name, date_of_birth = new.date_of_birth, email = new.email,
    phone_number = new.phone_number, zip_code = new.zip_code
  where member_id = new.id;
  return null;
end $$;
create trigger users_member_search
  after update of first_name, last_name, email, phone_number, participant_id, date_of_birth, zip_code on users
  for each row when (new.user_type = 'PATIENT' and
    (old.first_name, old.last_name, old.email, old.phone_number, old.participant_id, old.date_of_birth, old.zip_code)
      is distinct from
    (new.first_name, new.last_name, new.email, new.phone_number, new.participant_id, new.date_of_birth, new.zip_code))
  execute function refresh_member_search();

-- How many members an organization sees without an end, as changes that add up (decision 0004). Members whose sight ends
-- leave by the passing of time alone, so those few are counted from an index when the list is read.
create table organization_member_counts (
  organization_id bigint not null,
  change bigint not null
);
create index organization_member_counts_by_organization on organization_member_counts (organization_id) include (change);

create function count_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into organization_member_counts
      select organization_id, count(*) from added where ends_timestamp is null group by organization_id;
  else
    insert into organization_member_counts
      select organization_id, -count(*) from removed where ends_timestamp is null group by organization_id;
  end if;
  return null;
end $$;
create trigger organization_members_count_insert after insert on organization_members
  referencing new table as added for each statement execute function count_members();
create trigger organization_members_count_delete after delete on organization_members
  referencing old table as removed for each statement execute function count_members();

-- For each row, since most changes of a row, such as a new name, don't touch the count.
create function count_member_change() returns trigger language plpgsql as $$
begin
  if old.ends_timestamp is null then insert into organization_member_counts values (old.organization_id, -1); end if;
  if new.ends_timestamp is null then insert into organization_member_counts values (new.organization_id, 1); end if;
  return null;
end $$;
create trigger organization_members_count_update after update of organization_id, ends_timestamp on organization_members
  for each row when ((old.organization_id, old.ends_timestamp is null) is distinct from
    (new.organization_id, new.ends_timestamp is null))
  execute function count_member_change();

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
  language text,
  -- What the column "Member ID" says of the row, the earlier row that may be the same person, and the services that an
  -- earlier upload of the same rows gave it.
  row_number integer not null default 0,
  chosen_id bigint,
  new_person boolean not null default false,
  may_be integer,
  served bigint[] not null default '{}',
  primary key (upload_id, place)
);

-- Without statistics about the rows of this list, the database would compare each of them with each other.
create function analyze_member_upload_rows() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze member_upload_rows;
end $$;
revoke execute on function analyze_member_upload_rows() from public;
grant execute on function analyze_member_upload_rows() to kinbridge_app;

-- The rows of a member list that couldn't be imported, for the file that people fix and upload again. The first row of
-- each upload is the list's header. Purged after 30 days.
create table member_upload_skipped_rows (
  upload_id bigint not null references member_uploads on delete cascade,
  row_number integer not null,
  reason text not null,
  cells jsonb not null,
  -- Of a row that staff have to decide: the person, and the members that it may be. Their names aren't copied here.
  person jsonb,
  candidate_ids bigint[],
  primary key (upload_id, row_number)
);

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
  select member_search(u.first_name, u.last_name, u.email, u.phone_number, u.participant_id), u.first_name, u.last_name,
    u.date_of_birth, u.email, u.phone_number, u.zip_code
  into new.search, new.first_name, new.last_name, new.date_of_birth, new.email, new.phone_number, new.zip_code
  from users u where u.id = new.member_id;
  return new;
end $$;

-- Many new members at once bring their names along: somebody whom the same statement creates can't have been merged.
create trigger follow_merge before insert on organization_members
  for each row when (new.first_name is null) execute function follow_merge_of_organization_member();
create trigger follow_merge_update before update of member_id on organization_members
  for each row execute function follow_merge_of_organization_member();

create trigger follow_merge before insert or update of member_id on member_documents
  for each row execute function follow_merge_of_member();

-- Proposed changes and erasures ---------------------------------------------------------------------------------------

-- A change to an identity field of a member that another organization added; that organization accepts or declines it.
create table proposed_changes (
  id bigint generated always as identity primary key,
  member_id bigint not null references users on delete cascade,
  -- The proposing organization.
  organization_id bigint not null references organizations,
  field text not null
    check (field in ('firstName', 'lastName', 'dateOfBirth', 'phoneNumber', 'email', 'participantId')),
  proposed_value text,
  state text not null default 'PENDING' check (state in ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  proposed_by bigint not null references users,
  create_timestamp timestamptz(3) not null default now(),
  -- Null where nobody decided: the accepted value became the proposed one.
  decided_by bigint references users,
  decide_timestamp timestamptz(3),
  check ((state = 'PENDING') = (decide_timestamp is null)),
  check (proposed_value is not null or field not in ('firstName', 'lastName'))
);
create unique index proposed_changes_pending on proposed_changes (member_id, organization_id, field)
  where state = 'PENDING';
create index proposed_changes_by_member on proposed_changes (member_id, id desc);
create index proposed_changes_by_organization on proposed_changes (organization_id);

-- The accepted value of an identity field, as the wire shows it.
create function identity_value(person users, field text) returns text language sql immutable parallel safe as $$
  select case field when 'firstName' then person.first_name when 'lastName' then person.last_name
    when 'dateOfBirth' then to_char(person.date_of_birth, 'YYYY-MM-DD') when 'phoneNumber' then person.phone_number
    when 'email' then person.email when 'participantId' then person.participant_id end
$$;

-- A proposal to make a field what it already is needs no decision.
create function withdraw_fulfilled_changes() returns trigger language plpgsql as $$
begin
  update proposed_changes c set state = 'WITHDRAWN',
    decide_timestamp = greatest(date_trunc('milliseconds', clock_timestamp()), c.create_timestamp + interval '1 ms')
  where c.member_id = new.id and c.state = 'PENDING'
    and c.proposed_value is not distinct from identity_value(new, c.field);
  return null;
end $$;
create trigger users_fulfilled_changes
  after update of first_name, last_name, date_of_birth, phone_number, email, participant_id on users
  for each row when (new.user_type = 'PATIENT') execute function withdraw_fulfilled_changes();

-- Erased members, without their identity: enough to erase them again after a backup from before was restored.
create table erasures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  -- Ids of users, which a restored backup may not have.
  member_id bigint not null,
  -- record: the whole record. part: only the organization's own part, since another organization sees the member.
  kind text not null check (kind in ('record', 'part')),
  create_timestamp timestamptz(3) not null default now(),
  unique (organization_id, member_id, create_timestamp)
);
revoke update, delete, truncate on erasures from kinbridge_app;
