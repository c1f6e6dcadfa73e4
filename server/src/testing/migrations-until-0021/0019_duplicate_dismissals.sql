-- Two records of which the organization said that they are not the same person: they are not suggested again. It is said
-- of the records and stays with them; while one of them is merged into another, it holds for the survivor.
create table duplicate_dismissals (
  organization_id bigint not null references organizations,
  lower_id bigint not null references users on delete cascade,
  higher_id bigint not null references users on delete cascade,
  created_by bigint not null references users,
  create_timestamp timestamptz(3) not null default now(),
  primary key (organization_id, lower_id, higher_id),
  check (lower_id < higher_id)
);
create index duplicate_dismissals_by_lower on duplicate_dismissals (lower_id);
create index duplicate_dismissals_by_higher on duplicate_dismissals (higher_id);
