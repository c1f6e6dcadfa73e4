-- The key that encrypts a file's bytes in the store, itself encrypted with the key that key_id names. A file without a
-- row is stored as it is.
create table file_keys (
  storage_key text primary key,
  key_id text not null,
  wrapped bytea not null,
  create_timestamp timestamptz(3) not null default now()
);
