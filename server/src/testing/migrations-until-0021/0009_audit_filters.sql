-- The log is looked through by person; by record it is already, and by organization it is read backwards.
create index audit_log_by_actor on audit_log (organization_id, actor_id, id desc);
