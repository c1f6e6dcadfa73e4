-- How many rows of each action the audit log of an organization has, up to a row that none can come before any more; see
-- audit-counts.commands.ts. The log opens on its changes, and the pages of those are counted here too. Filled by the
-- worker. The counts without actions, audit_counts and audit_counted, stay for processes of the version before.
create table audit_action_counts (
  organization_id bigint not null,
  action text not null,
  n bigint not null,
  primary key (organization_id, action)
);
create table audit_action_counted (
  only_row boolean primary key default true check (only_row),
  counted_id bigint not null,
  -- Counted next, once every transaction that was running at that moment has ended.
  next_id bigint,
  next_xmax xid8
);
insert into audit_action_counted (counted_id) values (0);
