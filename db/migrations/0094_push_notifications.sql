-- Browsers that show notices. One belongs to the session that registered it and goes with it.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  -- Finds an address without reading it.
  endpoint_hash bytea not null unique,
  -- Address and keys, encrypted.
  secret bytea not null,
  device text not null,
  create_timestamp timestamptz(3) not null default now()
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- What each of them was told, or will be. entity_id is a request, or a member for proposed changes. The key lets nobody
-- hear of an item twice.
create table push_notices (
  subscription_id bigint not null references push_subscriptions on delete cascade,
  kind text not null,
  entity_id bigint not null,
  since timestamptz(3) not null,
  create_timestamp timestamptz(3) not null default now(),
  -- Null once it was sent, given up, or passed over because the person wants none.
  next_attempt_timestamp timestamptz(3),
  attempts smallint not null default 0,
  primary key (subscription_id, kind, entity_id, since)
);
create index push_notices_due on push_notices (next_attempt_timestamp) where next_attempt_timestamp is not null;
create index push_notices_by_age on push_notices (create_timestamp);
