-- Only the providing side stops a promise, an accepted request stalls without it, and a decline stays findable.

alter table services add column stall_days smallint not null default 7 check (stall_days between 1 and 90);

alter table service_requests
  -- When the providing side first did something since the request was last Requested, and not when anyone moved it.
  add column responded_timestamp timestamptz(3),
  -- When it stalls: the last thing that the providing side did and stall_days. Null unless Open, In Progress or Pending.
  add column stall_timestamp timestamptz(3),
  -- 1 once the assignee was told, 2 once the admins and the sender were. Above 0, the stalled counts have it.
  add column stall_reminders smallint not null default 0,
  -- Cancelled by the providing side of another organization's request.
  add column declined boolean not null default false,
  -- When the member hears of the decline. Null once they did, and when there is nothing to say.
  add column decline_text_timestamp timestamptz(3),
  -- The latest comment of the other side that this side hasn't answered with a comment.
  add column sender_question_timestamp timestamptz(3),
  add column provider_question_timestamp timestamptz(3),
  -- When the member was asked whether help arrived, until they answer or the request leaves Pending.
  add column confirmation_timestamp timestamptz(3),
  add column confirmation_repeated boolean not null default false;

-- Search: also by who sent it ------------------------------------------------------------------------------------------

drop function request_search_text(bigint, text, text, text, text, text, text, text);
-- The version before calls it without the sender.
create function request_search_text(id bigint, member_first text, member_last text, service text, organization text,
  provider text, assignee_first text, assignee_last text, sender_first text default null, sender_last text default null)
returns text language sql immutable parallel safe as $$
  select lower(substr(coalesce(' #' || id::text, '') || coalesce(' ' || member_first, '')
    || coalesce(' ' || member_last, '') || coalesce(' ' || service, '') || coalesce(' ' || organization, '')
    || coalesce(' ' || provider, '') || coalesce(' ' || assignee_first, '') || coalesce(' ' || assignee_last, '')
    || coalesce(' ' || sender_first, '') || coalesce(' ' || sender_last, ''), 2))
$$;

create or replace function service_request_search(r service_requests) returns text language sql stable as $$
  select concat_ws(' ',
    request_search_text(r.id, m.first_name, m.last_name, s.name, o.name, p.name, a.first_name, a.last_name,
      c.first_name, c.last_name),
    lower(r.provider_patient ->> 'firstName'), lower(r.provider_patient ->> 'lastName'))
  from users m, services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id left join users c on c.id = r.created_by
  where m.id = r.member_id and s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

create or replace function provider_request_search(r service_requests) returns text language sql stable as $$
  select request_search_text(r.id, r.provider_patient ->> 'firstName', r.provider_patient ->> 'lastName', s.name, o.name,
    p.name, a.first_name, a.last_name, c.first_name, c.last_name)
  from services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id left join users c on c.id = r.created_by
  where s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

create or replace function erased_request_search(r service_requests) returns text language sql stable as $$
  select request_search_text(r.id, 'Erased', 'member', s.name, o.name, p.name, a.first_name, a.last_name,
    c.first_name, c.last_name)
  from services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id left join users c on c.id = r.created_by
  where s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

create or replace function refresh_search_of_person() returns trigger language plpgsql as $$
begin
  update service_requests r set search = service_request_search(r),
    member_first_name = case when r.member_id = new.id then new.first_name else r.member_first_name end,
    member_last_name = case when r.member_id = new.id then new.last_name else r.member_last_name end
  where r.member_id = new.id or r.assignee_id = new.id or r.created_by = new.id;
  return null;
end $$;

-- The requests of before -----------------------------------------------------------------------------------------------

alter table service_requests disable trigger user;
drop index service_requests_search, service_requests_outgoing_metrics, service_requests_incoming_metrics,
  service_requests_outgoing_due, service_requests_incoming_due, service_requests_uncounted_due;

-- Compatible: writes of the version before wait, about two minutes with a million requests.
with activity as (
  select r.id, min(l.create_timestamp) filter (where l.organization_id = r.provider_id
      and l.action <> 'service-request.move' and l.create_timestamp >= r.status_timestamp) as answered,
    max(l.create_timestamp) filter (where l.organization_id = r.provider_id) as latest,
    (array_agg(l.organization_id = r.provider_id and r.organization_id <> r.provider_id order by l.id desc) filter (where l.detail ->> 'to' = 'CANCELLED'))[1]
      as declined
  from service_requests r join audit_log l on l.entity_type = 'service-request' and l.entity_id = r.id
    and l.action in ('service-request.move', 'service-request.assign', 'note.create')
  group by r.id
), comments as (
  select r.id, max(n.create_timestamp) filter (where n.organization_id = r.organization_id) as by_sender,
    max(n.create_timestamp) filter (where n.organization_id = r.provider_id) as by_provider
  from service_requests r join notes n on n.service_request_id = r.id
  where r.organization_id <> r.provider_id group by r.id
), known as (
  select r.id, s.stall_days, a.answered, a.latest, a.declined,
    case when c.by_provider > coalesce(c.by_sender, '-infinity') then c.by_provider end as asked_by_provider,
    case when c.by_sender > coalesce(c.by_provider, '-infinity') then c.by_sender end as asked_by_sender
  from service_requests r join services s on s.id = r.service_id
    left join activity a on a.id = r.id left join comments c on c.id = r.id
)
update service_requests r set
  responded_timestamp = case when r.status = 'REQUESTED' then k.answered
    when r.status in ('OPEN', 'IN_PROGRESS', 'PENDING') then coalesce(r.first_response_timestamp, r.status_timestamp)
    else r.first_response_timestamp end,
  next_reminder_timestamp = case when r.status = 'REQUESTED' and k.answered is null then r.next_reminder_timestamp end,
  declined = r.status = 'CANCELLED' and coalesce(k.declined, false),
  stall_timestamp = case when r.status in ('OPEN', 'IN_PROGRESS', 'PENDING')
    then coalesce(k.latest, r.status_timestamp) + make_interval(days => k.stall_days) end,
  -- Nobody is told about what stalled before.
  stall_reminders = case when r.status in ('OPEN', 'IN_PROGRESS', 'PENDING')
    and coalesce(k.latest, r.status_timestamp) + make_interval(days => k.stall_days) < now() then 2 else 0 end,
  sender_question_timestamp = k.asked_by_provider,
  provider_question_timestamp = k.asked_by_sender,
  confirmation_timestamp = case when r.status = 'PENDING' and not r.member_says_no then r.status_timestamp end,
  confirmation_repeated = r.status = 'PENDING',
  search = service_request_search(r)
from known k where k.id = r.id;

alter table service_requests enable trigger user;

-- Indexes -------------------------------------------------------------------------------------------------------------

-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_search on service_requests using gin (organization_id, provider_id, search gin_trgm_ops);
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_outgoing_metrics on service_requests (organization_id, create_timestamp)
  include (provider_id, service_id, member_id, status, furthest_step, responded_timestamp, complete_timestamp,
    due_timestamp, outcome_code, follows_id);
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_incoming_metrics on service_requests (provider_id, create_timestamp)
  include (organization_id, service_id, member_id, status, furthest_step, responded_timestamp, complete_timestamp,
    due_timestamp, outcome_code, follows_id);

-- By when a response is due, while nobody responded; the others come last, and have an order as well.
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_incoming_due on service_requests
  (provider_id, status, (case when responded_timestamp is null then due_timestamp end), id)
  where status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING');
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_outgoing_due on service_requests
  (organization_id, status, (case when responded_timestamp is null then due_timestamp end), id)
  where status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING');
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_uncounted_due on service_requests (due_timestamp) include (organization_id, provider_id)
  where responded_timestamp is null and not overdue_counted and status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING');
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_incoming_stalled on service_requests (provider_id, stall_timestamp)
  where stall_timestamp is not null;
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_outgoing_stalled on service_requests (organization_id, stall_timestamp)
  where stall_timestamp is not null;
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_stall_reminders on service_requests (stall_reminders, stall_timestamp)
  include (organization_id, provider_id) where stall_timestamp is not null and stall_reminders < 2;
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_declined on service_requests (organization_id, id desc) where declined;
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_by_sender on service_requests (created_by, id desc) where created_by is not null;
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_untold on service_requests (decline_text_timestamp)
  where decline_text_timestamp is not null;
-- Compatible: built in seconds, in the same transaction as the columns.
create index service_requests_unconfirmed on service_requests (confirmation_timestamp)
  where confirmation_timestamp is not null and not confirmation_repeated;

-- Counts --------------------------------------------------------------------------------------------------------------

-- What a request counts as beside its status, in the same table: the version before, which sums it up as well, keeps
-- these apart. What only time makes true counts once a job has marked it.
create function request_marks(r service_requests) returns text[] language sql immutable as $$
  select array_remove(array[
    case when r.overdue_counted and r.responded_timestamp is null and r.status not in ('COMPLETED', 'CANCELLED')
      then 'overdue' end,
    case when r.declined then 'declined' end,
    case when r.stall_reminders > 0 then 'stalled' end], null)
$$;

-- For each row, since few changes of a request touch these counts.
create or replace function count_overdue_request() returns trigger language plpgsql as $$
begin
  insert into service_request_counts
    select organization_id, side, kind, sum(change)
    from (select unnest(request_marks(new)) as kind, 1 as change
        union all select unnest(request_marks(old)), -1) marks,
      (values (coalesce(new.organization_id, old.organization_id), 'outgoing'),
        (coalesce(new.provider_id, old.provider_id), 'incoming')) sides (organization_id, side)
    group by organization_id, side, kind having sum(change) <> 0;
  return null;
end $$;
drop trigger service_requests_overdue_update on service_requests;
drop trigger service_requests_overdue_delete on service_requests;
create trigger service_requests_overdue_insert after insert on service_requests
  for each row when (new.overdue_counted or new.declined or new.stall_reminders > 0)
  execute function count_overdue_request();
create trigger service_requests_overdue_update
  after update of status, overdue_counted, responded_timestamp, declined, stall_reminders on service_requests
  for each row when (old.overdue_counted or old.declined or old.stall_reminders > 0
    or new.overdue_counted or new.declined or new.stall_reminders > 0)
  execute function count_overdue_request();
create trigger service_requests_overdue_delete after delete on service_requests
  for each row when (old.overdue_counted or old.declined or old.stall_reminders > 0)
  execute function count_overdue_request();

-- overdue_request_counts is for the version before alone, and can go with the columns first_response_timestamp and
-- accepted_in_time.
insert into service_request_counts
  select organization_id, side, kind, count(*) from (
    select organization_id, 'outgoing' as side, unnest(request_marks(r)) as kind from service_requests r
    union all select provider_id, 'incoming', unnest(request_marks(r)) from service_requests r) marks
  group by organization_id, side, kind;
