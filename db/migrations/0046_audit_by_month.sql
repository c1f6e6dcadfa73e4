-- The audit log and its chain by month; see decision 0034. Both are divided by the id of the log's row, so a month of the
-- chain has the links of a month of the log.
lock table audit_log, audit_chain in access exclusive mode;

create sequence audit_ids;
select setval('audit_ids', last_value, is_called) from audit_log_id_seq;
alter table audit_log alter id drop identity;
alter sequence audit_ids rename to audit_log_id_seq;
-- The whole table's trigger takes its place below.
drop trigger audit_log_append_only on audit_log;
revoke all on audit_log from kinbridge_app;
revoke all (id, create_timestamp, organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
  on audit_log from kinbridge_app;
alter table audit_log set schema months;
alter table months.audit_log rename to audit_log_before_months;

create table audit_log (like months.audit_log_before_months including defaults including constraints)
  partition by range (id);
revoke all on audit_log from kinbridge_app;
grant select, insert (organization_id, actor_id, action, entity_type, entity_id, detail, request_id) on audit_log
  to kinbridge_app;
alter table audit_log drop constraint audit_log_before_months;
alter table audit_log add primary key (id);
create index audit_log_by_organization on audit_log (organization_id, id desc);
create index audit_log_by_entity on audit_log (entity_type, entity_id, id desc);
create index audit_log_by_actor on audit_log (organization_id, actor_id, id desc);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();
alter table audit_log attach partition months.audit_log_before_months for values from (minvalue) to (202601000000000);
alter table months.audit_log_before_months drop constraint audit_log_before_months;

drop trigger audit_chain_append_only on audit_chain;
revoke all on audit_chain from kinbridge_app;
alter table audit_chain set schema months;
alter table months.audit_chain rename to audit_chain_before_months;

create table audit_chain (like months.audit_chain_before_months including defaults including constraints)
  partition by range (audit_id);
revoke all on audit_chain from kinbridge_app;
grant select, insert on audit_chain to kinbridge_app;
alter table audit_chain drop constraint audit_chain_before_months, drop constraint audit_chain_sealed;
-- Positions are unique in each partition, whose primary key they are; the whole table can't have a key without audit_id.
alter table audit_chain add unique (audit_id);
create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function refuse_change();
create trigger audit_chain_no_truncate before truncate on audit_chain
  for each statement execute function refuse_change();
alter table audit_chain attach partition months.audit_chain_before_months
  for values from (minvalue) to (202601000000000);
alter table months.audit_chain_before_months drop constraint audit_chain_before_months;
-- Links from before there was a key have no time of sealing.
alter table audit_chain add constraint audit_chain_sealed check (sealed_timestamp is not null) not valid;

select prepare_months();
alter table audit_log alter id set default month_id(nextval('audit_log_id_seq'));
alter sequence audit_log_id_seq owned by audit_log.id;
