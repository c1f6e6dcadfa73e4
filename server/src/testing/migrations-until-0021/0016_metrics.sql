-- Metrics read these alone: the requests of a period, from either side, with everything that is counted.
create index service_requests_outgoing_metrics on service_requests (organization_id, create_timestamp)
  include (provider_id, service_id, member_id, status, furthest_step, first_response_timestamp, complete_timestamp);
create index service_requests_incoming_metrics on service_requests (provider_id, create_timestamp)
  include (organization_id, service_id, member_id, status, furthest_step, first_response_timestamp, complete_timestamp);
