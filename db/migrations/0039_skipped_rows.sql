-- The rows of a member list that couldn't be imported, for the file that people fix and upload again. The first row of
-- each upload is the list's header. Purged after 30 days.
create table member_upload_skipped_rows (
  upload_id bigint not null references member_uploads on delete cascade,
  row_number integer not null,
  reason text not null,
  cells jsonb not null,
  primary key (upload_id, row_number)
);
