-- From here on a link's hash is keyed, and covers when the row was sealed. Links without that time are older, and are
-- verified as they were made; no new one may be added.
alter table audit_chain add column sealed_timestamp timestamptz;
alter table audit_chain add constraint audit_chain_sealed check (sealed_timestamp is not null) not valid;
