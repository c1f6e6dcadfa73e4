-- The address as the directory writes it, in its own capitals; and whom it deleted, who are hidden from it while
-- terminated.
alter table scim_people
  add column user_name text,
  add column delete_timestamp timestamptz(3);
