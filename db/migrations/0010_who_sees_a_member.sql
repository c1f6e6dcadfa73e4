-- Who sees a member, and until when. Organizations that no longer see a member go on reading what they saw last.

create function sight_end(organization bigint, member bigint) returns timestamptz language sql stable as $$
  select max(r.status_timestamp) + interval '30 days'
  from service_requests r where r.member_id = member and r.provider_id = organization
  having count(*) > 0 and bool_and(r.status = 'CANCELLED')
    and not exists (select from users u where u.id = member and u.organization_id = organization)
    and not exists (select from service_requests q where q.member_id = member and q.organization_id = organization)
    and not exists (select from survey_answers a join survey_forms f on f.id = a.form_id
      where a.user_id = member and f.organization_id = organization)
$$;

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

-- A move of an old request doesn't bring back the sight of an organization that erased its part.
create function set_sight_end() returns trigger language plpgsql as $$
declare
  ending timestamptz := sight_end(new.provider_id, new.member_id);
begin
  if new.erased_for is not null and new.provider_id = any(new.erased_for) then return null; end if;
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

-- Whether the organization sees the member, for a transaction that is about to write about them. An erasure or a merge
-- that is running ends first, and the next one waits for this transaction.
create function hold_member(organization bigint, member bigint) returns boolean language plpgsql as $$
begin
  if not exists (select from visible_members v where v.organization_id = organization and v.member_id = member) then
    return false;
  end if;
  member := merged_into(member);
  return exists (select from visible_members v where v.organization_id = organization and v.member_id = member);
end $$;
