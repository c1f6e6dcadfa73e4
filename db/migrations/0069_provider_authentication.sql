-- A person who proves again who they are must be asked for it by their provider, not let through by an old session there.
alter table sign_in_trips add column again boolean not null default false;

-- When the provider last asked the person; null if it doesn't say.
alter table vouched_people add column authenticated_timestamp timestamptz(3);

-- A code of a provider is accepted once in the whole portal: another organization's provider may have seen it.
create table used_codes (
  code_hash bytea primary key,
  expires_timestamp timestamptz(3) not null
);
create index used_codes_by_expiry on used_codes (expires_timestamp);
