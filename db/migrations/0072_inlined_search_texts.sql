-- The same texts from functions that never depend on settings, as concat_ws may: these are inlined into the statement
-- that calls them, which takes a fraction of the time when a list of thousands is imported.
create or replace function member_search(first_name text, last_name text, email text, phone_number text, participant_id text)
returns text language sql immutable parallel safe as $$
  select lower(substr(coalesce(' ' || first_name, '') || coalesce(' ' || last_name, '') || coalesce(' ' || email, '')
    || coalesce(' ' || regexp_replace(phone_number, '\D', '', 'g'), '') || coalesce(' ' || participant_id, ''), 2))
$$;

create or replace function request_search_text(id bigint, member_first text, member_last text, service text, organization text,
  provider text, assignee_first text, assignee_last text)
returns text language sql immutable parallel safe as $$
  select lower(substr(coalesce(' #' || id::text, '') || coalesce(' ' || member_first, '')
    || coalesce(' ' || member_last, '') || coalesce(' ' || service, '') || coalesce(' ' || organization, '')
    || coalesce(' ' || provider, '') || coalesce(' ' || assignee_first, '') || coalesce(' ' || assignee_last, ''), 2))
$$;
