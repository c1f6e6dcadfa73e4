-- Divides texts by month as 0045 did with emails, but not before the last process of the version before has ended: it
-- relies on the unique provider id of the undivided table. Its connections are called 'kinbridge' and 'kinbridge-events',
-- those of later versions have other names. Called when a process migrates and daily by the worker, which may not change
-- tables itself; does nothing once texts are divided.
create function divide_texts() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set lock_timeout = '500ms' as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('kinbridge.months')) then return; end if;
  if (select relkind from pg_class where oid = 'public.sms_messages'::regclass) = 'p' then return; end if;
  if exists (select from pg_stat_activity where datname = current_database()
    and application_name in ('kinbridge', 'kinbridge-events')) then return; end if;

  -- Gives up before another transaction that waits for this one counts as deadlocked, which is after a second, and tries
  -- again.
  for attempt in 1..10 loop
    begin
      lock table public.sms_messages in access exclusive mode;
      create sequence public.text_ids;
      perform setval('public.text_ids', last_value, is_called) from public.sms_messages_id_seq;
      alter table public.sms_messages alter id drop identity;
      alter sequence public.text_ids rename to sms_messages_id_seq;
      -- The whole table's take their place below.
      drop trigger follow_merge on public.sms_messages;
      drop trigger keep_provider_id on public.sms_messages;
      drop trigger keep_provider_id_update on public.sms_messages;
      alter table public.sms_messages drop constraint sms_messages_provider_id_key;
      revoke all on public.sms_messages from kinbridge_app;
      alter table public.sms_messages set schema months;
      alter table months.sms_messages rename to sms_messages_before_months;

      create table public.sms_messages (like months.sms_messages_before_months including defaults including constraints)
        partition by range (id);
      alter table public.sms_messages drop constraint sms_messages_before_months,
        add primary key (id),
        add foreign key (organization_id) references organizations,
        add foreign key (service_request_id) references service_requests,
        add foreign key (user_id) references users on delete set null,
        add foreign key (sender_id) references users,
        add foreign key (campaign_id) references campaigns;
      create index sms_messages_waiting on public.sms_messages (send_after, id) where state = 'queued' and campaign_id is null;
      create index sms_messages_waiting_campaign on public.sms_messages (organization_id, send_after, id)
        where state = 'queued' and campaign_id is not null;
      create index sms_messages_sending on public.sms_messages (update_timestamp) where state = 'sending';
      create index sms_messages_retrying on public.sms_messages (send_after) where state = 'queued' and attempts > 0;
      create index sms_messages_by_request on public.sms_messages (service_request_id, id)
        where service_request_id is not null;
      create index sms_messages_by_user on public.sms_messages (user_id, organization_id, id);
      create index sms_messages_by_phone on public.sms_messages (phone_number, id desc);
      create index sms_messages_by_campaign on public.sms_messages (campaign_id, state, id) where campaign_id is not null;
      create index sms_messages_automatic on public.sms_messages (phone_number, create_timestamp)
        where kind in ('request-member', 'confirmation') and state <> 'skipped';
      create trigger follow_merge before insert or update of user_id on public.sms_messages
        for each row when (new.user_id is not null) execute function follow_merge_of_user();
      create trigger keep_provider_id before insert on public.sms_messages
        for each row when (new.provider_id is not null) execute function keep_provider_id();
      create trigger keep_provider_id_update before update of provider_id on public.sms_messages
        for each row when (new.provider_id is distinct from old.provider_id) execute function keep_provider_id();
      alter table public.sms_messages attach partition months.sms_messages_before_months
        for values from (minvalue) to (202601000000000);
      alter table months.sms_messages_before_months drop constraint sms_messages_before_months;
      perform prepare_months();
      alter table public.sms_messages alter id set default month_id(nextval('public.sms_messages_id_seq'));
      alter sequence public.sms_messages_id_seq owned by public.sms_messages.id;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.2);
    end;
  end loop;
  raise notice 'Texts are not divided by month yet: the table is in use.';
end $$;
revoke execute on function divide_texts() from public;
grant execute on function divide_texts() to kinbridge_app;
