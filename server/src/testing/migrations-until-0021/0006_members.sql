create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Where a member's consent to texts came from, and when.
alter table users add column sms_consent_source text, add column sms_consent_timestamp timestamptz(3);
create index users_by_phone on users (phone_number) where user_type = 'PATIENT';

-- One lower-cased text to search in: any part of the name, the address, the digits, the participant id.
create function member_search(first_name text, last_name text, email text, phone_number text, participant_id text)
returns text language sql immutable parallel safe as $$
  select lower(concat_ws(' ', first_name, last_name, email, regexp_replace(phone_number, '\D', '', 'g'), participant_id))
$$;

-- Which organizations see a member: they added, referred or received them, or had a form answered by them.
-- The search text stands here, so that one index holds organization and text together.
create table organization_members (
  organization_id bigint not null references organizations,
  member_id bigint not null references users on delete cascade,
  search text not null,
  create_timestamp timestamptz(3) not null default now(),
  primary key (organization_id, member_id)
);
create index organization_members_by_member on organization_members (member_id);
create index organization_members_search on organization_members using gin (organization_id, search gin_trgm_ops);

create function refresh_member_search() returns trigger language plpgsql as $$
begin
  update organization_members set
    search = member_search(new.first_name, new.last_name, new.email, new.phone_number, new.participant_id)
  where member_id = new.id;
  return null;
end $$;

create trigger users_member_search
  after update of first_name, last_name, email, phone_number, participant_id on users
  for each row when (new.user_type = 'PATIENT') execute function refresh_member_search();
