-- The trip began because the provider answered without a request. If it does so again, the browser isn't sent there a third time.
alter table sign_in_trips add column unsolicited boolean not null default false;
