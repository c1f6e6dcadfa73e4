-- The automatic texts that a phone got lately, for the limit per day.
create index sms_messages_automatic on sms_messages (phone_number, create_timestamp)
  where kind in ('request-member', 'confirmation') and state <> 'skipped';

-- Workers are woken by a notification now; no worker knows the job that did it before.
do $$
begin
  if to_regclass('graphile_worker.jobs') is not null then
    perform graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'deliver-sms'));
  end if;
end $$;

-- The function that this trigger called was planned anew for each request; a statement of its own is planned once.
create or replace function set_service_request_search() returns trigger language plpgsql as $$
begin
  select concat_ws(' ', lower(concat_ws(' ', '#' || new.id, m.first_name, m.last_name, s.name, o.name, p.name,
      a.first_name, a.last_name)), lower(new.provider_patient ->> 'firstName'), lower(new.provider_patient ->> 'lastName'))
  into new.search
  from users m, services s, organizations o, organizations p left join users a on a.id = new.assignee_id
  where m.id = new.member_id and s.id = new.service_id and o.id = new.organization_id and p.id = new.provider_id;
  return new;
end $$;
