-- Service requests, what boards search, sort and count them by, and what belongs to them.

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
  -- Made through a public form: the member is texted once staff act on the request.
  member_text_waits boolean not null default false,
  -- The member as the providing organization last saw them; null while it sees them, or nothing changed since.
  provider_patient jsonb,
  -- Of the member. Stored here, as the search text is, so that an index holds each status in this order.
  member_first_name text not null,
  member_last_name text not null,
  -- What the last move changed, so that the person who made it can undo it without a trace in clocks and metrics. Moves
  -- within the last seconds are nested, newest outermost. Null when there is nothing to undo.
  undo jsonb,
  -- Stays after the request left Requested, for the metrics.
  due_timestamp timestamptz(3),
  response_hours smallint,
  -- Null: no reminders, as for uploads and demo data.
  next_reminder_timestamp timestamptz(3),
  reminders_sent smallint not null default 0,
  outcome_code text,
  outcome_note text,
  outcome_by text check (outcome_by in ('member', 'staff', 'system')),
  outcome_timestamp timestamptz(3),
  follows_id bigint references service_requests,
  source text not null default 'STAFF' check (source in ('STAFF', 'FORM', 'UPLOAD', 'SELF', 'EXCHANGE')),
  -- Whether overdue_request_counts has it: a job counts each request once its due time has passed.
  overdue_counted boolean not null default false,
  -- Whether it moved to Open or beyond by the time that its service promised. Null until then, and again when it is back
  -- in Requested.
  accepted_in_time boolean,
  -- The organizations that erased their part of the member: their side of the request shows no identity. Null: none.
  erased_for bigint[],
  check ((status = 'COMPLETED') = (complete_timestamp is not null))
);
create index service_requests_outgoing on service_requests (organization_id, status, id desc);
create index service_requests_incoming on service_requests (provider_id, status, id desc);
create index service_requests_outgoing_all on service_requests (organization_id, id desc);
create index service_requests_incoming_all on service_requests (provider_id, id desc);
create index service_requests_by_member on service_requests (member_id, create_timestamp desc);
create index service_requests_by_assignee on service_requests (assignee_id, id desc) where assignee_id is not null;
create index service_requests_by_service on service_requests (service_id);
-- One index for the search of both sides: the texts in it are most of what writing a request costs.
create index service_requests_search on service_requests using gin (organization_id, provider_id, search gin_trgm_ops);
create index service_requests_file on service_requests (file_id) where file_id is not null;

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
create index service_requests_incoming_due on service_requests (provider_id, due_timestamp, id) where status = 'REQUESTED';
create index service_requests_outgoing_due on service_requests (organization_id, due_timestamp, id)
  where status = 'REQUESTED';
create index service_requests_uncounted_due on service_requests (due_timestamp) include (organization_id, provider_id)
  where status = 'REQUESTED' and not overdue_counted;
create index service_requests_reminders on service_requests (next_reminder_timestamp)
  where next_reminder_timestamp is not null;
create index service_requests_follows on service_requests (follows_id) where follows_id is not null;
-- Metrics read these alone: the requests of a period, from either side, with everything that is counted.
create index service_requests_outgoing_metrics on service_requests (organization_id, create_timestamp)
  include (provider_id, service_id, member_id, status, furthest_step, first_response_timestamp, complete_timestamp,
    due_timestamp, accepted_in_time, outcome_code, follows_id);
create index service_requests_incoming_metrics on service_requests (provider_id, create_timestamp)
  include (organization_id, service_id, member_id, status, furthest_step, first_response_timestamp, complete_timestamp,
    due_timestamp, accepted_in_time, outcome_code, follows_id);

-- Many new requests at once bring their search texts along: the import of a list has followed the merges of its members
-- and holds them, all in one statement.
create trigger follow_merge before insert on service_requests
  for each row when (new.search = '') execute function follow_merge_of_member();
create trigger follow_merge_update before update of member_id on service_requests
  for each row execute function follow_merge_of_member();

-- Search --------------------------------------------------------------------------------------------------------------

-- What a board's search looks in: ticket id, member, service, both organizations, assignee. Many requests inserted at
-- once bring the text along, made by one statement; the trigger makes it for those that come without. Inlined, as
-- member_search is.
create function request_search_text(id bigint, member_first text, member_last text, service text, organization text,
  provider text, assignee_first text, assignee_last text)
returns text language sql immutable parallel safe as $$
  select lower(substr(coalesce(' #' || id::text, '') || coalesce(' ' || member_first, '')
    || coalesce(' ' || member_last, '') || coalesce(' ' || service, '') || coalesce(' ' || organization, '')
    || coalesce(' ' || provider, '') || coalesce(' ' || assignee_first, '') || coalesce(' ' || assignee_last, ''), 2))
$$;

-- A request is found by what either side sees of it; the providing side is then held to what it sees itself.
create function service_request_search(r service_requests) returns text language sql stable as $$
  select concat_ws(' ',
    request_search_text(r.id, m.first_name, m.last_name, s.name, o.name, p.name, a.first_name, a.last_name),
    lower(r.provider_patient ->> 'firstName'), lower(r.provider_patient ->> 'lastName'))
  from users m, services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id
  where m.id = r.member_id and s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

create function provider_request_search(r service_requests) returns text language sql stable as $$
  select request_search_text(r.id, r.provider_patient ->> 'firstName', r.provider_patient ->> 'lastName', s.name, o.name,
    p.name, a.first_name, a.last_name)
  from services s, organizations o, organizations p left join users a on a.id = r.assignee_id
  where s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

-- What an organization that erased its part can find a request by.
create function erased_request_search(r service_requests) returns text language sql stable as $$
  select request_search_text(r.id, 'Erased', 'member', s.name, o.name, p.name, a.first_name, a.last_name)
  from services s, organizations o, organizations p left join users a on a.id = r.assignee_id
  where s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

create function set_service_request_search() returns trigger language plpgsql as $$
begin
  select first_name, last_name into new.member_first_name, new.member_last_name from users where id = new.member_id;
  if tg_op = 'UPDATE' or new.search = '' then new.search := service_request_search(new); end if;
  return new;
end $$;
create trigger service_requests_search before insert on service_requests
  for each row when (new.search = '' or new.member_first_name is null) execute function set_service_request_search();
create trigger service_requests_search_update
  before update of member_id, service_id, assignee_id, provider_patient on service_requests
  for each row execute function set_service_request_search();

create function refresh_search_of_person() returns trigger language plpgsql as $$
begin
  update service_requests r set search = service_request_search(r),
    member_first_name = case when r.member_id = new.id then new.first_name else r.member_first_name end,
    member_last_name = case when r.member_id = new.id then new.last_name else r.member_last_name end
  where r.member_id = new.id or r.assignee_id = new.id;
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

-- After many inserts a search would have to walk the list of what isn't in the index yet. Only the owner of an index
-- may clean it up, and the application owns nothing.
create function tidy_search_indexes() returns void language plpgsql security definer set search_path = public as $$
begin
  perform gin_clean_pending_list('organization_members_search');
  perform gin_clean_pending_list('service_requests_search');
  analyze users (first_name, last_name, date_of_birth, participant_id), organization_members, service_requests;
end $$;
revoke execute on function tidy_search_indexes() from public;
grant execute on function tidy_search_indexes() to kinbridge_app;

-- Counts and the response clock ---------------------------------------------------------------------------------------

-- How many requests each status has, as changes that add up: nobody waits for a counter's row, and a board with a
-- hundred thousand requests counts as quickly as a small one. A job sums them up.
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

-- How many counted requests are overdue on each side, as changes that add up (decision 0004).
create table overdue_request_counts (
  organization_id bigint not null,
  side text not null check (side in ('outgoing', 'incoming')),
  change bigint not null
);
create index overdue_request_counts_by_organization on overdue_request_counts (organization_id, side) include (change);

-- For each row, since few changes of a request touch the count.
create function count_overdue_request() returns trigger language plpgsql as $$
declare
  change bigint := case when tg_op = 'UPDATE' and new.overdue_counted and new.status = 'REQUESTED' then 1 else -1 end;
begin
  insert into overdue_request_counts
  values (old.organization_id, 'outgoing', change), (old.provider_id, 'incoming', change);
  return null;
end $$;
create trigger service_requests_overdue_update after update of status, overdue_counted on service_requests
  for each row when ((old.overdue_counted and old.status = 'REQUESTED') is distinct from
    (new.overdue_counted and new.status = 'REQUESTED'))
  execute function count_overdue_request();
create trigger service_requests_overdue_delete after delete on service_requests
  for each row when (old.overdue_counted and old.status = 'REQUESTED') execute function count_overdue_request();

-- The database that the clock runs on, so that a backup restored into another one doesn't send old reminders.
insert into settings (name, value)
  select 'response clock', to_jsonb(system_identifier || '/' || oid) from pg_control_system(), pg_database
  where datname = current_database();

-- What belongs to a request -------------------------------------------------------------------------------------------

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

-- What people wrote about how a request ended. The audit log keeps no texts, so the entry of the move names the note.
create table outcome_notes (
  id bigint generated always as identity primary key,
  service_request_id bigint not null references service_requests,
  note text not null,
  create_timestamp timestamptz(3) not null default now()
);
create index outcome_notes_by_request on outcome_notes (service_request_id);

-- Links in emails that act for one employee on one request or service. The token itself is only in the email.
create table act_tokens (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users,
  service_request_id bigint references service_requests,
  service_id bigint references services,
  create_timestamp timestamptz(3) not null default now(),
  expire_timestamp timestamptz(3) not null,
  check (num_nonnulls(service_request_id, service_id) = 1)
);
create index act_tokens_by_expiry on act_tokens (expire_timestamp);
create index act_tokens_by_request on act_tokens (service_request_id) where service_request_id is not null;
