-- The provider's ids of texts, in a table of their own: they stay unique once texts are divided by month; see decision
-- 0034. Triggers keep it, so it holds for the version before, too.
create table sms_provider_ids (
  provider_id text primary key,
  message_id bigint not null
);

-- A text that the provider reports again isn't inserted a second time.
create function keep_provider_id() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.provider_id is not null then
    delete from sms_provider_ids where provider_id = old.provider_id and message_id = old.id;
  end if;
  if new.provider_id is null then return new; end if;
  insert into sms_provider_ids (provider_id, message_id) values (new.provider_id, new.id) on conflict do nothing;
  if found then return new; end if;
  if tg_op = 'INSERT' then return null; end if;
  raise unique_violation using message = 'Another text has this id of the provider.';
end $$;
create trigger keep_provider_id before insert on sms_messages
  for each row when (new.provider_id is not null) execute function keep_provider_id();
create trigger keep_provider_id_update before update of provider_id on sms_messages
  for each row when (new.provider_id is distinct from old.provider_id) execute function keep_provider_id();

-- Compatible: ids come from the sequence, which is far below it.
alter table sms_messages add constraint sms_messages_before_months check (id < 202601000000000) not valid;

-- When the newest row of the piece was written, so that screens can say up to when rows are archived.
alter table archived_pieces add column newest_timestamp timestamptz(3);
