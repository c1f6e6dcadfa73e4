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
