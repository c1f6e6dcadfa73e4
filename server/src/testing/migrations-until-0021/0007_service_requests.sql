create table service_requests (
  id bigint generated always as identity primary key,
  -- The requesting organization, and the one whose service it is.
  organization_id bigint not null references organizations,
  provider_id bigint not null references organizations,
  service_id bigint not null references services,
  member_id bigint not null references users,
  assignee_id bigint references users,
  status text not null check (status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED', 'CANCELLED')),
  version integer not null default 1,
  description text,
  file_id bigint references files,
  created_by bigint references users,
  member_says_no boolean not null default false,
  -- The furthest point it ever reached on the usual path, for the funnel: 1 Requested to 5 Completed.
  furthest_step smallint not null default 1,
  first_response_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now(),
  status_timestamp timestamptz(3) not null default now(),
  complete_timestamp timestamptz(3),
  search text not null default '',
  check ((status = 'COMPLETED') = (complete_timestamp is not null))
);
create index service_requests_outgoing on service_requests (organization_id, status, id desc);
create index service_requests_incoming on service_requests (provider_id, status, id desc);
create index service_requests_outgoing_all on service_requests (organization_id, id desc);
create index service_requests_incoming_all on service_requests (provider_id, id desc);
create index service_requests_by_member on service_requests (member_id, create_timestamp desc);
create index service_requests_by_assignee on service_requests (assignee_id, id desc) where assignee_id is not null;
create index service_requests_by_service on service_requests (service_id);
create index service_requests_outgoing_search on service_requests using gin (organization_id, search gin_trgm_ops);
create index service_requests_incoming_search on service_requests using gin (provider_id, search gin_trgm_ops);
create index service_requests_file on service_requests (file_id) where file_id is not null;

-- What a board's search looks in: member, service, both organizations, assignee, ticket id.
create function service_request_search(r service_requests) returns text language sql stable as $$
  select lower(concat_ws(' ', '#' || r.id, m.first_name, m.last_name, s.name, o.name, p.name, a.first_name, a.last_name))
  from users m, services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id
  where m.id = r.member_id and s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

create function set_service_request_search() returns trigger language plpgsql as $$
begin
  new.search := service_request_search(new);
  return new;
end $$;

create trigger service_requests_search before insert or update of member_id, service_id, assignee_id on service_requests
  for each row execute function set_service_request_search();

create function refresh_search_of_person() returns trigger language plpgsql as $$
begin
  update service_requests r set search = service_request_search(r) where r.member_id = new.id or r.assignee_id = new.id;
  return null;
end $$;
create trigger users_request_search after update of first_name, last_name on users
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function refresh_search_of_person();

create function refresh_search_of_service() returns trigger language plpgsql as $$
begin
  update service_requests r set search = service_request_search(r) where r.service_id = new.id;
  return null;
end $$;
create trigger services_request_search after update of name on services
  for each row when (old.name is distinct from new.name) execute function refresh_search_of_service();

create function refresh_search_of_organization() returns trigger language plpgsql as $$
begin
  update service_requests r set search = service_request_search(r)
  where r.organization_id = new.id or r.provider_id = new.id;
  return null;
end $$;
create trigger organizations_request_search after update of name on organizations
  for each row when (old.name is distinct from new.name) execute function refresh_search_of_organization();

-- How many requests stand in each status, as changes that add up: nobody waits for a counter's row, and
-- a board with a hundred thousand requests counts as quickly as a small one. A job sums them up.
create table service_request_counts (
  organization_id bigint not null,
  side text not null check (side in ('outgoing', 'incoming')),
  status text not null,
  change bigint not null
);
create index service_request_counts_by_organization on service_request_counts (organization_id, side)
  include (status, change);

create function count_service_requests() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into service_request_counts
      select organization_id, 'outgoing', status, count(*) from added group by organization_id, status
      union all
      select provider_id, 'incoming', status, count(*) from added group by provider_id, status;
  elsif tg_op = 'DELETE' then
    insert into service_request_counts
      select organization_id, 'outgoing', status, -count(*) from removed group by organization_id, status
      union all
      select provider_id, 'incoming', status, -count(*) from removed group by provider_id, status;
  else
    insert into service_request_counts
      select organization_id, side, status, sum(change) from (
        select organization_id, 'outgoing' as side, status, 1 as change from added
        union all select provider_id, 'incoming', status, 1 from added
        union all select organization_id, 'outgoing', status, -1 from removed
        union all select provider_id, 'incoming', status, -1 from removed
      ) changes group by organization_id, side, status having sum(change) <> 0;
  end if;
  return null;
end $$;

create trigger service_requests_count_insert after insert on service_requests
  referencing new table as added for each statement execute function count_service_requests();
create trigger service_requests_count_update after update on service_requests
  referencing new table as added old table as removed for each statement execute function count_service_requests();
create trigger service_requests_count_delete after delete on service_requests
  referencing old table as removed for each statement execute function count_service_requests();

create table notes (
  id bigint generated always as identity primary key,
  service_request_id bigint not null references service_requests,
  content text not null,
  file_id bigint references files,
  created_by bigint not null references users,
  organization_id bigint not null references organizations,
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now(),
  check (content <> '' or file_id is not null)
);
create index notes_by_request on notes (service_request_id, id);
create index notes_file on notes (file_id) where file_id is not null;
