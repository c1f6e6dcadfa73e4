-- The end of what only served versions before the first release. Databases from before 0001 to 0010 still have all of it.
do $$
begin
  if (select relkind from pg_class where oid = 'sms_messages'::regclass) <> 'p'
    or exists (select from erased_opt_outs where not keyed) then
    raise exception 'commit cc17c6a70211849feb147294409e08e8ad3cd9a9 must run for one night first: its jobs prepare texts and opt-outs';
  end if;
end $$;

drop function if exists divide_texts();
drop trigger if exists users_opt_outs_insert on users;
drop trigger if exists users_opt_out_update on users;
drop function if exists restore_opt_outs(), restore_opt_out();
drop index if exists users_by_birthday;
drop table audit_counts, audit_counted;
alter table erased_opt_outs drop column keyed;
