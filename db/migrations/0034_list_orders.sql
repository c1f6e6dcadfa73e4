-- Boards sort by the member's name. The name is stored with the request, as its search text is, so that an index holds
-- each status in that order and a page is read instead of sorting everything.
alter table service_requests add column member_first_name text, add column member_last_name text;
drop index service_requests_outgoing_search, service_requests_incoming_search;
alter table service_requests disable trigger user;
update service_requests r set member_first_name = m.first_name, member_last_name = m.last_name
from users m where m.id = r.member_id;
alter table service_requests enable trigger user;
alter table service_requests alter column member_first_name set not null, alter column member_last_name set not null;

-- One index for the search of both sides: the texts in it are most of what writing a request costs.
create index service_requests_search on service_requests using gin (organization_id, provider_id, search gin_trgm_ops);
create or replace function tidy_search_indexes() returns void language plpgsql security definer set search_path = public as $$
begin
  perform gin_clean_pending_list('organization_members_search');
  perform gin_clean_pending_list('service_requests_search');
  analyze users (first_name, last_name, date_of_birth, participant_id), organization_members, service_requests;
end $$;

create index service_requests_outgoing_names on service_requests (organization_id, status,
  member_first_name collate person_names, member_last_name collate person_names, id desc);
-- A providing organization that no longer sees the member finds them under the name it last saw.
create index service_requests_incoming_names on service_requests (provider_id, status,
  coalesce(provider_patient ->> 'firstName', member_first_name) collate person_names,
  coalesce(provider_patient ->> 'lastName', member_last_name) collate person_names, id desc);

-- What else a board sorts by. Services, senders and assignees are few: the first requests of each make up a page.
create index service_requests_outgoing_services on service_requests (organization_id, status, service_id, id);
create index service_requests_incoming_services on service_requests (provider_id, status, service_id, id);
create index service_requests_incoming_senders on service_requests (provider_id, status, organization_id, id);
create index service_requests_outgoing_assignees on service_requests (organization_id, status, assignee_id, id)
  where assignee_id is not null;
create index service_requests_incoming_assignees on service_requests (provider_id, status, assignee_id, id)
  where assignee_id is not null;
create index service_requests_outgoing_since on service_requests (organization_id, status, status_timestamp, id);
create index service_requests_incoming_since on service_requests (provider_id, status, status_timestamp, id);
create index service_requests_outgoing_completed on service_requests (organization_id, status, complete_timestamp, id)
  where complete_timestamp is not null;
create index service_requests_incoming_completed on service_requests (provider_id, status, complete_timestamp, id)
  where complete_timestamp is not null;

create or replace function set_service_request_search() returns trigger language plpgsql as $$
begin
  select first_name, last_name into new.member_first_name, new.member_last_name from users where id = new.member_id;
  if tg_op = 'UPDATE' or new.search = '' then new.search := service_request_search(new); end if;
  return new;
end $$;
drop trigger service_requests_search on service_requests;
create trigger service_requests_search before insert on service_requests
  for each row when (new.search = '' or new.member_first_name is null) execute function set_service_request_search();

create or replace function refresh_search_of_person() returns trigger language plpgsql as $$
begin
  update service_requests r set search = service_request_search(r),
    member_first_name = case when r.member_id = new.id then new.first_name else r.member_first_name end,
    member_last_name = case when r.member_id = new.id then new.last_name else r.member_last_name end
  where r.member_id = new.id or r.assignee_id = new.id;
  return null;
end $$;

-- The members list sorts by these as well as by name.
alter table organization_members add column date_of_birth date, add column email text, add column phone_number text,
  add column zip_code text;
-- Built anew behind the update: left as it is, the index of the search texts would stay eight times slower for good.
drop index organization_members_search;
update organization_members om set date_of_birth = u.date_of_birth, email = u.email, phone_number = u.phone_number,
  zip_code = u.zip_code
from users u where u.id = om.member_id;
create index organization_members_search on organization_members using gin (organization_id, search gin_trgm_ops);
create index organization_members_by_birthday on organization_members (organization_id, date_of_birth, member_id);
create index organization_members_by_email on organization_members (organization_id, email, member_id);
create index organization_members_by_phone on organization_members (organization_id, phone_number, member_id);
create index organization_members_by_zip_code on organization_members (organization_id, zip_code, member_id);

create or replace view visible_members as
  select organization_id, member_id, search, create_timestamp, first_name, last_name, date_of_birth, email, phone_number,
    zip_code
  from organization_members where ends_timestamp is null or ends_timestamp >= now();

create or replace function refresh_member_search() returns trigger language plpgsql as $$
begin
  update organization_members set
    search = member_search(new.first_name, new.last_name, new.email, new.phone_number, new.participant_id),
    first_name = new.first_name, last_name = new.last_name, date_of_birth = new.date_of_birth, email = new.email,
    phone_number = new.phone_number, zip_code = new.zip_code
  where member_id = new.id;
  return null;
end $$;
drop trigger users_member_search on users;
create trigger users_member_search
  after update of first_name, last_name, email, phone_number, participant_id, date_of_birth, zip_code on users
  for each row when (new.user_type = 'PATIENT' and
    (old.first_name, old.last_name, old.email, old.phone_number, old.participant_id, old.date_of_birth, old.zip_code)
      is distinct from
    (new.first_name, new.last_name, new.email, new.phone_number, new.participant_id, new.date_of_birth, new.zip_code))
  execute function refresh_member_search();

create or replace function follow_merge_of_organization_member() returns trigger language plpgsql as $$
begin
  new.member_id := merged_into(new.member_id);
  select member_search(u.first_name, u.last_name, u.email, u.phone_number, u.participant_id), u.first_name, u.last_name,
    u.date_of_birth, u.email, u.phone_number, u.zip_code
  into new.search, new.first_name, new.last_name, new.date_of_birth, new.email, new.phone_number, new.zip_code
  from users u where u.id = new.member_id;
  return new;
end $$;

-- How many rows of the audit log each organization has up to a row that none can come before any more; see
-- audit-counts.commands.ts. Rows after it are counted when the log is read.
create table audit_counts (
  organization_id bigint primary key,
  n bigint not null
);
create table audit_counted (
  only_row boolean primary key default true check (only_row),
  counted_id bigint not null,
  -- Counted next, once every transaction that was running at that moment has ended.
  next_id bigint,
  next_xmax xid8
);
insert into audit_counted (counted_id) values (0);
