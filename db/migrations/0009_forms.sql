-- Forms, their answers, files and assignments.

-- A form: its public identity, for all versions. Archiving covers the whole form.
create table survey_forms (
  id bigint generated always as identity primary key,
  unique_survey_id uuid not null unique default gen_random_uuid(),
  organization_id bigint not null references organizations,
  -- How many versions it has; publishing locks this row.
  newest_version integer not null default 0,
  archived_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now()
);
create index survey_forms_by_organization on survey_forms (organization_id, id desc);

-- One row per published version, never changed. The definition is kept as text: order and numbers as they came.
create table surveys (
  id bigint generated always as identity primary key,
  form_id bigint not null references survey_forms,
  version integer not null check (version > 0),
  original_survey_id bigint references surveys,
  title text not null,
  data json not null,
  created_by bigint references users,
  create_timestamp timestamptz(3) not null default now(),
  unique (form_id, version),
  check ((version = 1) = (original_survey_id is null))
);
create trigger surveys_immutable before update or delete on surveys
  for each row execute function refuse_change();

create table survey_answers (
  id bigint generated always as identity primary key,
  form_id bigint not null references survey_forms,
  survey_id bigint not null references surveys,
  user_id bigint references users on delete set null,
  data jsonb not null,
  source text not null check (source in ('link', 'staff', 'upload')),
  created_by bigint references users,
  -- A row of an uploaded list is imported once.
  content_hash bytea,
  search text not null default '',
  create_timestamp timestamptz(3) not null default now(),
  -- The services that it asked for while they were paused. Null: none.
  paused_service_ids bigint[],
  unique (form_id, content_hash)
);
create index survey_answers_by_form on survey_answers (form_id, create_timestamp desc, id desc);
create index survey_answers_by_survey on survey_answers (survey_id);
create index survey_answers_by_user on survey_answers (user_id, form_id, id desc);
create index survey_answers_search on survey_answers using gin (form_id, search gin_trgm_ops);
create trigger follow_merge before insert or update of user_id on survey_answers
  for each row when (new.user_id is not null) execute function follow_merge_of_user();

-- What a search of the submissions looks in: who answered, and every text and number of the answer.
create function survey_answer_search(a survey_answers) returns text language sql stable as $$
  select left(lower(concat_ws(' ', (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = a.user_id),
    (select string_agg(value #>> '{}', ' ') from jsonb_path_query(a.data, 'strict $.**') value
      where jsonb_typeof(value) in ('string', 'number')))), 20000)
$$;

create function set_survey_answer_search() returns trigger language plpgsql as $$
begin
  new.search := survey_answer_search(new);
  return new;
end $$;
create trigger survey_answers_set_search before insert or update of user_id, data on survey_answers
  for each row execute function set_survey_answer_search();

create function refresh_search_of_answers() returns trigger language plpgsql as $$
begin
  update survey_answers a set search = survey_answer_search(a) where a.user_id = new.id;
  return null;
end $$;
create trigger users_answer_search after update of first_name, last_name on users
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function refresh_search_of_answers();

-- Files and signatures arrive before the answer that they belong to. Those that no answer names are deleted after a
-- day.
create table survey_files (
  id uuid primary key default gen_random_uuid(),
  form_id bigint not null references survey_forms,
  file_id bigint not null references files,
  answer_id bigint references survey_answers,
  create_timestamp timestamptz(3) not null default now()
);
create index survey_files_by_answer on survey_files (answer_id) where answer_id is not null;
create index survey_files_waiting on survey_files (create_timestamp) where answer_id is null;
create index survey_files_file on survey_files (file_id);

create table survey_assignments (
  id bigint generated always as identity primary key,
  form_id bigint not null references survey_forms,
  survey_id bigint not null references surveys,
  user_id bigint not null references users on delete cascade,
  answer_id bigint references survey_answers,
  assigned_by bigint references users,
  create_timestamp timestamptz(3) not null default now()
);
create index survey_assignments_by_user on survey_assignments (user_id, form_id, id);
create index survey_assignments_by_answer on survey_assignments (answer_id) where answer_id is not null;
create trigger follow_merge before insert or update of user_id on survey_assignments
  for each row execute function follow_merge_of_user();

-- Bytes that the public sent for an answer which is still to come. A row without a file is a reservation: it is made
-- before the bytes are stored, and no longer counts if the process died meanwhile. Files of staff have no row here.
create table public_file_space (
  id bigint generated always as identity primary key,
  form_id bigint not null references survey_forms,
  -- Keyed hash of the sender's address.
  address_hash bytea not null,
  bytes bigint not null check (bytes > 0),
  survey_file_id uuid unique references survey_files on delete cascade,
  create_timestamp timestamptz(3) not null default now()
);
create index public_file_space_age on public_file_space (create_timestamp);
create index public_file_space_by_form on public_file_space (form_id);
