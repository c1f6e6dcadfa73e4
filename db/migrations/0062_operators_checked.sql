-- Reads the table once. Readers and writers go on; only other changes of the schema wait.
alter table users validate constraint users_user_type_check;
alter table users validate constraint users_check;
