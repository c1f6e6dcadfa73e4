-- Reads the table twice. Readers and writers go on; only other changes of its schema wait.
alter table sms_messages validate constraint sms_messages_before_months;
-- Compatible: no statement of the version before waits for these rows; its triggers only add and delete their own. A
-- repeated text that arrived since the triggers exist may have kept an id that was never inserted.
insert into sms_provider_ids (provider_id, message_id)
select provider_id, id from sms_messages where provider_id is not null
on conflict (provider_id) do update set message_id = excluded.message_id
  where sms_provider_ids.message_id <> excluded.message_id;
