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
