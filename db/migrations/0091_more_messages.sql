-- Three more texts to members, each of which an organization can edit or switch off.
alter table custom_messages add column enabled boolean not null default true;

-- Compatible: more keys are allowed.
alter table custom_messages
  drop constraint custom_messages_key_check,
  add constraint custom_messages_key_check check (key in ('service_request_patient', 'service_request_employee',
    'service_request_confirmation_patient', 'service_request_declined_patient', 'service_request_yes_patient',
    'service_request_no_patient'));
