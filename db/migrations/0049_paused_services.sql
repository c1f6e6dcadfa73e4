-- The services that an answer asked for while they were paused. Null: none.
alter table survey_answers add column paused_service_ids bigint[];
