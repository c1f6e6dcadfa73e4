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

-- The organizations that erased their part of the member: their side of the request shows no identity. Null: none.
alter table service_requests add column erased_for bigint[];

-- What an organization that erased its part can find a request by.
create function erased_request_search(r service_requests) returns text language sql stable as $$
  select request_search_text(r.id, 'Erased', 'member', s.name, o.name, p.name, a.first_name, a.last_name)
  from services s, organizations o, organizations p left join users a on a.id = r.assignee_id
  where s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

-- As before, but a move of an old request doesn't bring back the sight of an organization that erased its part.
create or replace function set_sight_end() returns trigger language plpgsql as $$
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

-- An opt-out outlives the erasure of its member, without the number: it is put back once somebody enters the number.
create table erased_opt_outs (
  phone_hash bytea primary key
);

create function restore_opt_outs() returns trigger language plpgsql as $$
begin
  with back as (
    delete from erased_opt_outs e using added a where e.phone_hash = sha256(convert_to(a.phone_number, 'UTF8'))
    returning a.phone_number
  )
  insert into sms_opt_outs (phone_number) select distinct phone_number from back on conflict do nothing;
  return null;
end $$;
create trigger users_opt_outs_insert after insert on users
  referencing new table as added for each statement execute function restore_opt_outs();

create function restore_opt_out() returns trigger language plpgsql as $$
begin
  with back as (
    delete from erased_opt_outs where phone_hash = sha256(convert_to(new.phone_number, 'UTF8')) returning 1
  )
  insert into sms_opt_outs (phone_number) select new.phone_number from back on conflict do nothing;
  return null;
end $$;
create trigger users_opt_out_update after update of phone_number on users
  for each row when (new.phone_number is not null and new.phone_number is distinct from old.phone_number)
  execute function restore_opt_out();
