-- The language a member speaks, as a BCP 47 tag.
alter table users add column language text;
alter table member_upload_rows add column language text;
