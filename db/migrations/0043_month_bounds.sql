-- Prepares the tables that only grow for partitions by month, see decision 0034. Rows written before have ids below this
-- bound. The next migration checks that without blocking writers, so that later ones can attach each table as it is.
-- Compatible: ids come from the sequences, which are far below it.
alter table emails add constraint emails_before_months check (id < 202601000000000) not valid;
-- Compatible: ids come from the sequences, which are far below it.
alter table audit_log add constraint audit_log_before_months check (id < 202601000000000) not valid;
-- Compatible: ids come from the sequences, which are far below it.
alter table audit_chain add constraint audit_chain_before_months check (audit_id < 202601000000000) not valid;
