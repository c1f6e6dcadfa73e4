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

insert into organization_member_counts
  select organization_id, count(*) from organization_members where ends_timestamp is null group by organization_id;

drop index organization_members_ending;
create index organization_members_ending on organization_members (organization_id, ends_timestamp)
  where ends_timestamp is not null;
