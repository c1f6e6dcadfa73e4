-- Uploads of a form's responses go on in the background as member lists do. They are of the version that the call named;
-- what only member lists have keeps its default.
alter table member_uploads
  add column survey_id bigint references surveys,
  alter column service_ids set default '{}',
  alter column service_status set default 'COMPLETED',
  alter column sms_consent set default false;
