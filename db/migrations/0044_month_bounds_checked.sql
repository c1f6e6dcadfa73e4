-- Reads each table once. Readers and writers go on; only other changes of the schema wait.
alter table emails validate constraint emails_before_months;
alter table audit_log validate constraint audit_log_before_months;
alter table audit_chain validate constraint audit_chain_before_months;
