-- When an admin dismissed the checklist of a new organization.
alter table organizations add column setup_dismissed_timestamp timestamptz(3);
