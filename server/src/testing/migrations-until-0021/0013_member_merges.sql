-- A record that was found to be the same person as another one. It stays, so that its address leads to the
-- survivor and the merge can be undone; nobody sees it, since it is in no organization's list.
alter table users add column merged_into_id bigint references users check (merged_into_id <> id);
create index users_merged on users (merged_into_id) where merged_into_id is not null;

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

-- The record that stands for this one now. The lock waits for a merge that is under way.
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

-- What arrives for a record that was merged away, or is being merged away at this moment, goes to its survivor.
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
declare
  survivor bigint := merged_into(new.member_id);
begin
  if survivor <> new.member_id then
    new.member_id := survivor;
    select member_search(u.first_name, u.last_name, u.email, u.phone_number, u.participant_id) into new.search
    from users u where u.id = survivor;
  end if;
  return new;
end $$;

create trigger follow_merge before insert or update of member_id on service_requests
  for each row execute function follow_merge_of_member();
create trigger follow_merge before insert or update of member_id on member_documents
  for each row execute function follow_merge_of_member();
create trigger follow_merge before insert or update of user_id on sms_messages
  for each row when (new.user_id is not null) execute function follow_merge_of_user();
create trigger follow_merge before insert or update of member_id on organization_members
  for each row execute function follow_merge_of_organization_member();

-- What possible duplicates are found by, beside participant id and birthday.
create index users_members_by_name on users (lower(last_name), lower(first_name)) where user_type = 'PATIENT';
create index users_members_by_email on users (email) where user_type = 'PATIENT' and email is not null;
