-- Calls per address and minute, of all processes together. Unlogged: a crash may forget the last minute. Addresses are
-- hashed, so that none is kept here.
create unlogged table address_counts (
  address bytea primary key,
  minute bigint not null,
  calls integer not null
) with (fillfactor = 70);
