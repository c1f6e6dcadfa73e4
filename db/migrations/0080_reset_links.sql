-- After too many wrong reset codes an account gets links instead, for a day.
alter table logins
  add column wrong_code_times timestamptz(3)[] not null default '{}',
  add column reset_links_until timestamptz(3);

-- Whether the hash is of a link's token. A version before compares it with a code's hash, which never matches.
alter table password_resets add column is_link boolean not null default false;
-- Compatible: the table has the codes of a day.
create index password_resets_by_link on password_resets (code_hash) where is_link;
