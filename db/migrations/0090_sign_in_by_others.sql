-- People whom the organization's own provider let in need no second factor of ours, unless it says otherwise.
alter table organizations add column single_sign_on_is_second_factor boolean not null default true;

-- A directory's token ends some day. Those from before have a year from now.
alter table scim_tokens
  add column name text,
  add column expire_timestamp timestamptz(3) not null default now() + interval '365 days';
