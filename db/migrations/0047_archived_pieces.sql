-- A month that was archived and dropped: its rows are files of compressed lines; see decision 0034. Only the owner
-- archives, so the application can't pass off missing rows as archived.
create table archived_pieces (
  id bigint generated always as identity primary key,
  table_name text not null,
  -- As in 2026-05, or 'before' for the rows from before there were months.
  month text not null,
  file_id bigint not null unique references files,
  row_count integer not null,
  -- Of the audit log: where the piece begins in the chain.
  first_position bigint,
  create_timestamp timestamptz(3) not null default now()
);
revoke insert, update, delete on archived_pieces from kinbridge_app;
