-- The response clock: overdue requests are counted and sorted without reading every request; see decision 0040.

-- Whether overdue_request_counts has it: a job counts each request once its due time has passed.
alter table service_requests add column overdue_counted boolean not null default false;
-- The day of the last digest, on the organization's own clock.
alter table organizations add column digest_date date;

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

-- Compatible: holds only requests that wait for a response, so writes wait for one scan of the table at most.
create index service_requests_uncounted_due on service_requests (due_timestamp) include (organization_id, provider_id)
  where status = 'REQUESTED' and not overdue_counted;

-- The database that the clock runs on, so that a backup restored into another one doesn't send old reminders.
insert into settings (name, value)
  select 'response clock', to_jsonb(system_identifier || '/' || oid) from pg_control_system(), pg_database
  where datname = current_database();
