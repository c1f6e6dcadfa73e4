-- When the provider first failed on a text that still waits. After a day of trying, the text has failed.
alter table sms_messages add column failing_since timestamptz(3);
-- Texts that wait for another try wake the delivery at their time.
create index sms_messages_retrying on sms_messages (send_after) where state = 'queued' and attempts > 0;

-- Failures of the text provider in a row, for all processes together. Sending pauses until next_try, when one text goes
-- out to see whether the provider answers again.
create table sms_outage (
  only_row boolean primary key default true check (only_row),
  failures integer not null default 0,
  since timestamptz(3),
  next_try timestamptz(3)
);
insert into sms_outage default values;

-- What kept them waiting is told in a sentence from now on.
update sms_messages set reason = null where state = 'queued';
