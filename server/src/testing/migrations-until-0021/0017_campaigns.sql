-- A mass message. Its texts are rows of sms_messages, one for each person chosen, those who get nothing included.
create table campaigns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  created_by bigint not null references users,
  -- As it was written, and as it leaves.
  message text not null check (message <> ''),
  body text not null,
  create_timestamp timestamptz(3) not null default now()
);
create index campaigns_by_organization on campaigns (organization_id, id desc);
create index campaigns_by_creator on campaigns (created_by);

alter table sms_messages add column campaign_id bigint references campaigns;
alter table sms_messages drop constraint sms_messages_kind_check, add constraint sms_messages_kind_check check (kind in
  ('request-member', 'request-employee', 'confirmation', 'member-says-no', 'answer', 'staff', 'inbound', 'campaign',
    'campaign-test'));
create index sms_messages_by_campaign on sms_messages (campaign_id, state, id) where campaign_id is not null;

-- What waits, apart: single texts go before mass messages, however many of those there are.
drop index sms_messages_waiting;
create index sms_messages_waiting on sms_messages (send_after, id) where state = 'queued' and campaign_id is null;
create index sms_messages_waiting_campaign on sms_messages (send_after, id)
  where state = 'queued' and campaign_id is not null;
