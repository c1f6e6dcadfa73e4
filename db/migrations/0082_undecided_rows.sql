-- What the column "Member ID" says of a row, the earlier row that may be the same person, and the services that an
-- earlier upload of the same rows gave it.
alter table member_upload_rows
  add column row_number integer not null default 0,
  add column chosen_id bigint,
  add column new_person boolean not null default false,
  add column may_be integer,
  add column served bigint[] not null default '{}';

-- A row that staff have to decide: the person, and the members that it may be. Their names aren't copied here.
alter table member_upload_skipped_rows
  add column person jsonb,
  add column candidate_ids bigint[];
