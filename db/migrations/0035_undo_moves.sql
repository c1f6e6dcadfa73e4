-- What the last move changed, so that the person who made it can undo it without a trace in clocks and metrics. Moves
-- within the last seconds are nested, newest outermost. Null when there is nothing to undo.
alter table service_requests add column undo jsonb;
