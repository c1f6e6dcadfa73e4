-- Whether a request moved to Open or beyond by the time that its service promised. Null until then, and again when it
-- is back in Requested.
alter table service_requests add column accepted_in_time boolean;

-- What people wrote about how a request ended. The audit log keeps no texts, so the entry of the move names the note.
create table outcome_notes (
  id bigint generated always as identity primary key,
  service_request_id bigint not null references service_requests,
  note text not null,
  create_timestamp timestamptz(3) not null default now()
);
create index outcome_notes_by_request on outcome_notes (service_request_id);

-- Metrics read these alone, so they also hold how requests ended. The old ones go once the new ones are there.
-- Compatible: writes wait for the build, about a second for 100,000 requests.
create index service_requests_outgoing_metrics_new on service_requests (organization_id, create_timestamp)
  include (provider_id, service_id, member_id, status, furthest_step, first_response_timestamp, complete_timestamp,
    due_timestamp, accepted_in_time, outcome_code, follows_id);
-- Compatible: as above.
create index service_requests_incoming_metrics_new on service_requests (provider_id, create_timestamp)
  include (organization_id, service_id, member_id, status, furthest_step, first_response_timestamp, complete_timestamp,
    due_timestamp, accepted_in_time, outcome_code, follows_id);
drop index service_requests_outgoing_metrics;
drop index service_requests_incoming_metrics;
alter index service_requests_outgoing_metrics_new rename to service_requests_outgoing_metrics;
alter index service_requests_incoming_metrics_new rename to service_requests_incoming_metrics;
