-- The search text of a request, from what it is made of. Many requests at once bring theirs along, made by one statement;
-- the trigger looks the parts up for those that come without.
create function request_search_text(id bigint, member_first text, member_last text, service text, organization text,
  provider text, assignee_first text, assignee_last text)
returns text language sql immutable parallel safe as $$
  select lower(concat_ws(' ', '#' || id, member_first, member_last, service, organization, provider, assignee_first,
    assignee_last))
$$;

create or replace function service_request_search(r service_requests) returns text language sql stable as $$
  select request_search_text(r.id, m.first_name, m.last_name, s.name, o.name, p.name, a.first_name, a.last_name)
  from users m, services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id
  where m.id = r.member_id and s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$$;

drop trigger service_requests_search on service_requests;
create trigger service_requests_search before insert on service_requests
  for each row when (new.search = '') execute function set_service_request_search();
create trigger service_requests_search_update before update of member_id, service_id, assignee_id on service_requests
  for each row execute function set_service_request_search();
