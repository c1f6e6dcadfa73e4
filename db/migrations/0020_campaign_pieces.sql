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
