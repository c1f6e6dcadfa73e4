-- An organization that only received requests for a member sees them until 30 days after the last was cancelled. Null: it
-- doesn't end, because the organization added or referred the member, has their answer to a form, or a request isn't
-- cancelled.
alter table organization_members add column ends_timestamp timestamptz(3);
create index organization_members_ending on organization_members (organization_id, member_id)
  where ends_timestamp is not null;

-- What a page of the members list is read from holds the end as well, so that counting needs the index alone.
drop index organization_members_by_first_name;
drop index organization_members_by_last_name;
create index organization_members_by_first_name on organization_members
  (organization_id, first_name collate person_names, member_id) include (ends_timestamp);
create index organization_members_by_last_name on organization_members
  (organization_id, last_name collate person_names, member_id) include (ends_timestamp);

-- Which organizations see a member now. Everything that asks who sees whom reads this.
create view visible_members as
  select organization_id, member_id, search, create_timestamp, first_name, last_name from organization_members
  where ends_timestamp is null or ends_timestamp >= now();

create function sight_end(organization bigint, member bigint) returns timestamptz language sql stable as $$
  select max(r.status_timestamp) + interval '30 days'
  from service_requests r where r.member_id = member and r.provider_id = organization
  having count(*) > 0 and bool_and(r.status = 'CANCELLED')
    and not exists (select from users u where u.id = member and u.organization_id = organization)
    and not exists (select from service_requests q where q.member_id = member and q.organization_id = organization)
    and not exists (select from survey_answers a join survey_forms f on f.id = a.form_id
      where a.user_id = member and f.organization_id = organization)
$$;

-- The member as the providing organization last saw them; null while it sees them, or nothing changed since.
alter table service_requests add column provider_patient jsonb;

create function patient_json(person users) returns jsonb language sql stable as $$
  select jsonb_build_object('id', person.id, 'firstName', person.first_name, 'lastName', person.last_name,
    'dateOfBirth', person.date_of_birth, 'email', person.email, 'phoneNumber', person.phone_number,
    'zipCode', person.zip_code)
$$;

-- Before a member changes: what organizations that no longer see them go on reading on their requests.
create function keep_last_seen_patient(person users) returns void language sql as $$
  update service_requests r set provider_patient = patient_json(person)
  where r.member_id = person.id and r.provider_id <> r.organization_id and r.provider_patient is null
    and not exists (select from visible_members v where v.organization_id = r.provider_id and v.member_id = r.member_id)
$$;

create function keep_last_seen_patient_of_user() returns trigger language plpgsql as $$
begin
  perform keep_last_seen_patient(old);
  return null;
end $$;
create trigger users_last_seen_patient
  after update of first_name, last_name, date_of_birth, email, phone_number, zip_code on users
  for each row when (new.user_type = 'PATIENT' and patient_json(old) is distinct from patient_json(new))
  execute function keep_last_seen_patient_of_user();

-- From now on the organization sees the member. The lock waits for an edit that may be keeping what it saw last.
create function show_member(organization bigint, member bigint) returns void language plpgsql as $$
begin
  member := merged_into(member);
  if exists (select from organization_members om where om.organization_id = organization and om.member_id = member
    and om.ends_timestamp is null) then return; end if;
  perform from users where id = member for no key update;
  insert into organization_members as om (organization_id, member_id, search) values (organization, member, '')
  on conflict (organization_id, member_id) do update set ends_timestamp = null where om.ends_timestamp is not null;
  update service_requests set provider_patient = null
  where member_id = member and provider_id = organization and provider_patient is not null;
end $$;

create function set_sight_end() returns trigger language plpgsql as $$
declare
  ending timestamptz := sight_end(new.provider_id, new.member_id);
begin
  if ending is null then
    perform show_member(new.provider_id, new.member_id);
  else
    update organization_members set ends_timestamp = ending
    where organization_id = new.provider_id and member_id = new.member_id and ends_timestamp is distinct from ending;
  end if;
  return null;
end $$;
create trigger service_requests_sight_insert after insert on service_requests
  for each row when (new.status = 'CANCELLED' and new.provider_id <> new.organization_id)
  execute function set_sight_end();
create trigger service_requests_sight_update after update of status, status_timestamp, member_id on service_requests
  for each row when (new.provider_id <> new.organization_id and 'CANCELLED' in (old.status, new.status))
  execute function set_sight_end();

update organization_members om set ends_timestamp = sight_end(om.organization_id, om.member_id)
from (
  select provider_id, member_id from service_requests where provider_id <> organization_id
  group by provider_id, member_id having bool_and(status = 'CANCELLED')
) ended
where om.organization_id = ended.provider_id and om.member_id = ended.member_id;

-- A request is found by what either side sees of it; the providing side is then held to what it sees itself.
create function provider_request_search(r service_requests) returns text language sql stable as $$
  select request_search_text(r.id, r.provider_patient ->> 'firstName', r.provider_patient ->> 'lastName', s.name, o.name,
    p.name, a.first_name, a.last_name)
  from services s, organizations o, organizations p left join users a on a.id = r.assignee_id
  where s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

create or replace function service_request_search(r service_requests) returns text language sql stable as $$
  select concat_ws(' ',
    request_search_text(r.id, m.first_name, m.last_name, s.name, o.name, p.name, a.first_name, a.last_name),
    lower(r.provider_patient ->> 'firstName'), lower(r.provider_patient ->> 'lastName'))
  from users m, services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id
  where m.id = r.member_id and s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

drop trigger service_requests_search_update on service_requests;
create trigger service_requests_search_update
  before update of member_id, service_id, assignee_id, provider_patient on service_requests
  for each row execute function set_service_request_search();
