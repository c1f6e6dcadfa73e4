-- Recipients of a mass message whose texts are not written yet. Accepting fifty thousand people has to be quick, and a
-- row of sms_messages is checked and indexed from every side; so the first piece is written at once and a job writes the
-- others. Whatever stands here counts as queued, or as skipped, from the beginning.
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

-- Mass messages of several organizations leave in turns; within one, first come, first served.
drop index sms_messages_waiting_campaign;
create index sms_messages_waiting_campaign on sms_messages (organization_id, send_after, id)
  where state = 'queued' and campaign_id is not null;
