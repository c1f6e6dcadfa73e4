-- Texts, mass messages and opt-outs.

-- Opt-out is a row per phone number, above everybody's sendSmsTexts. Only START from that phone lifts it.
create table sms_opt_outs (
  phone_number text primary key,
  create_timestamp timestamptz(3) not null default now()
);

-- A mass message. Its texts are rows of sms_messages, one for each person selected, those who get nothing included.
create table campaigns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  created_by bigint not null references users,
  -- As it was written, and as it is sent.
  message text not null check (message <> ''),
  body text not null,
  create_timestamp timestamptz(3) not null default now(),
  -- When somebody stopped it. Texts that hadn't left by then never do.
  stopped_timestamp timestamptz(3)
);
create index campaigns_by_organization on campaigns (organization_id, id desc);
create index campaigns_by_creator on campaigns (created_by);

-- Recipients of a mass message whose texts aren't written yet. Accepting fifty thousand people must be quick, and a row
-- of sms_messages is checked and indexed from every side; so the first piece is written with the campaign and a job
-- writes the others. Recipients here count as queued, or as skipped, from the beginning.
create table campaign_pieces (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaigns,
  -- In the order in which they are sent; a reason says why somebody gets nothing.
  user_ids bigint[] not null,
  phone_numbers text[] not null,
  reasons text[] not null,
  queued integer not null,
  skipped integer not null,
  send_after timestamptz(3) not null
);
create index campaign_pieces_by_campaign on campaign_pieces (campaign_id, id);

-- Every SMS, in both directions. The row exists before anything is sent.
create sequence sms_messages_id_seq;
create table sms_messages (
  id bigint primary key default month_id(nextval('sms_messages_id_seq')),
  kind text not null check (kind in ('request-member', 'request-employee', 'confirmation', 'member-says-no', 'answer',
    'staff', 'inbound', 'campaign', 'campaign-test')),
  organization_id bigint references organizations,
  service_request_id bigint references service_requests,
  -- Who it went to or came from, where it is known.
  user_id bigint references users on delete set null,
  phone_number text not null,
  body text not null,
  is_received boolean not null default false,
  state text not null check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'skipped')),
  reason text,
  sender_id bigint references users,
  provider_id text,
  -- Answers to STOP and HELP leave even to a number that has opted out.
  despite_opt_out boolean not null default false,
  send_after timestamptz(3) not null default now(),
  attempts smallint not null default 0,
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now(),
  campaign_id bigint references campaigns,
  -- When the provider first failed on a text that still waits. After a day of trying, the text has failed.
  failing_since timestamptz(3)
) partition by range (id);
alter sequence sms_messages_id_seq owned by sms_messages.id;
create table months.sms_messages_before_months partition of sms_messages for values from (minvalue) to (202601000000000);
-- Single texts go before mass messages. Mass messages of several organizations leave in turns; within one organization,
-- first come, first served.
create index sms_messages_waiting on sms_messages (send_after, id) where state = 'queued' and campaign_id is null;
create index sms_messages_waiting_campaign on sms_messages (organization_id, send_after, id)
  where state = 'queued' and campaign_id is not null;
create index sms_messages_sending on sms_messages (update_timestamp) where state = 'sending';
-- Texts that wait for another try wake the delivery at their time.
create index sms_messages_retrying on sms_messages (send_after) where state = 'queued' and attempts > 0;
create index sms_messages_by_request on sms_messages (service_request_id, id) where service_request_id is not null;
create index sms_messages_by_user on sms_messages (user_id, organization_id, id);
create index sms_messages_by_phone on sms_messages (phone_number, id desc);
create index sms_messages_by_campaign on sms_messages (campaign_id, state, id) where campaign_id is not null;

-- The automatic texts that a phone got lately, for the limit per day.
create index sms_messages_automatic on sms_messages (phone_number, create_timestamp)
  where kind in ('request-member', 'confirmation') and state <> 'skipped';
create trigger follow_merge before insert or update of user_id on sms_messages
  for each row when (new.user_id is not null) execute function follow_merge_of_user();

-- The provider's ids of texts, in a table of their own: they stay unique although texts are divided by month. Triggers
-- keep it.
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

-- How many automatic texts a phone got within a day. Counted one after the other, or many at once would each see none of
-- the others; phones share a fixed set of locks, so that a move of thousands does not use up the database's.
create function count_automatic_texts(phone text) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('kinbridge.automatic-sms'), hashtext(phone) & 1023);
  return (select count(*) from sms_messages s where s.phone_number = phone and s.state <> 'skipped'
    and s.kind in ('request-member', 'confirmation') and s.create_timestamp > now() - interval '1 day');
end $$;

-- Failures of the text provider in a row, for all processes together. Sending pauses until next_try, when one text goes
-- out to see whether the provider answers again.
create table sms_outage (
  only_row boolean primary key default true check (only_row),
  failures integer not null default 0,
  since timestamptz(3),
  next_try timestamptz(3)
);
insert into sms_outage default values;

-- An organization's wording of the automatic texts.
create table custom_messages (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  key text not null check (key in ('service_request_patient', 'service_request_employee',
    'service_request_confirmation_patient')),
  msg text not null check (msg <> ''),
  update_timestamp timestamptz(3) not null default now(),
  unique (organization_id, key)
);

-- An opt-out outlives the erasure of its member, without the number: it is put back before a text leaves to it. `keyed`
-- is gone with 0088; backups of databases from before these files have it.
create table erased_opt_outs (
  phone_hash bytea primary key,
  keyed boolean not null default false
);
