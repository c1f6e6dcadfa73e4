-- The members list is sorted by name. The names stand beside the search text, so that one index holds the
-- organization and its order, and a page is read from it instead of sorting everybody.
alter table organization_members add column first_name text, add column last_name text;
update organization_members om set first_name = u.first_name, last_name = u.last_name from users u where u.id = om.member_id;
alter table organization_members alter column first_name set not null, alter column last_name set not null;
create index organization_members_by_first_name on organization_members
  (organization_id, first_name collate person_names, member_id);
create index organization_members_by_last_name on organization_members
  (organization_id, last_name collate person_names, member_id);

create or replace function refresh_member_search() returns trigger language plpgsql as $$
begin
  update organization_members set
    search = member_search(new.first_name, new.last_name, new.email, new.phone_number, new.participant_id),
    first_name = new.first_name, last_name = new.last_name
  where member_id = new.id;
  return null;
end $$;

create or replace function follow_merge_of_organization_member() returns trigger language plpgsql as $$
begin
  new.member_id := merged_into(new.member_id);
  select member_search(u.first_name, u.last_name, u.email, u.phone_number, u.participant_id), u.first_name, u.last_name
  into new.search, new.first_name, new.last_name
  from users u where u.id = new.member_id;
  return new;
end $$;

-- Many new members at once bring their names along: somebody whom the same statement creates cannot have been merged.
drop trigger follow_merge on organization_members;
create trigger follow_merge before insert on organization_members
  for each row when (new.first_name is null) execute function follow_merge_of_organization_member();
create trigger follow_merge_update before update of member_id on organization_members
  for each row execute function follow_merge_of_organization_member();

-- As do many requests at once: a list that is taken in has followed the merges of its members and holds them, all in one
-- statement, and brings the search texts along.
drop trigger follow_merge on service_requests;
create trigger follow_merge before insert on service_requests
  for each row when (new.search = '') execute function follow_merge_of_member();
create trigger follow_merge_update before update of member_id on service_requests
  for each row execute function follow_merge_of_member();
