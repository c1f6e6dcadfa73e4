-- The schema after all migrations, to read and not to run: `npm run schema` writes it from the catalog. kinbridge_app
-- selects, inserts, updates and deletes in tables and executes functions, unless GRANT lines say what it may instead.

CREATE EXTENSION btree_gin;

CREATE EXTENSION pg_trgm;

CREATE COLLATION person_names (PROVIDER = 'i', LOCALE = 'en-US');

CREATE SCHEMA months;

CREATE SCHEMA public;
GRANT USAGE TO PUBLIC; USAGE TO kinbridge_app;

ALTER DEFAULT PRIVILEGES IN SCHEMA public, SEQUENCES: GRANT SELECT, USAGE TO kinbridge_app;

ALTER DEFAULT PRIVILEGES IN SCHEMA public, TABLES: GRANT DELETE, INSERT, SELECT, UPDATE TO kinbridge_app;

CREATE SEQUENCE audit_log_id_seq OWNED BY audit_log.id;

CREATE SEQUENCE emails_id_seq OWNED BY emails.id;

CREATE SEQUENCE sms_messages_id_seq OWNED BY sms_messages.id;

CREATE TABLE act_tokens (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  service_request_id bigint,
  service_id bigint,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  expire_timestamp timestamptz(3) NOT NULL,
  CONSTRAINT act_tokens_check CHECK (num_nonnulls(service_request_id, service_id) = 1),
  CONSTRAINT act_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT act_tokens_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT act_tokens_service_request_id_fkey FOREIGN KEY (service_request_id) REFERENCES service_requests(id),
  CONSTRAINT act_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT act_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX act_tokens_by_expiry ON act_tokens (expire_timestamp);
CREATE INDEX act_tokens_by_request ON act_tokens (service_request_id) WHERE service_request_id IS NOT NULL;

CREATE UNLOGGED TABLE address_counts (
  address bytea NOT NULL,
  minute bigint NOT NULL,
  calls integer NOT NULL,
  CONSTRAINT address_counts_pkey PRIMARY KEY (address)
) WITH (fillfactor=70);

CREATE TABLE announcement_dismissals (
  announcement_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT announcement_dismissals_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(id) ON DELETE CASCADE,
  CONSTRAINT announcement_dismissals_pkey PRIMARY KEY (announcement_id, user_id),
  CONSTRAINT announcement_dismissals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX announcement_dismissals_by_user ON announcement_dismissals (user_id);

CREATE TABLE announcements (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  body text NOT NULL,
  severity text NOT NULL,
  publish_timestamp timestamptz(3),
  end_timestamp timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT announcements_body_check CHECK (body <> ''),
  CONSTRAINT announcements_pkey PRIMARY KEY (id),
  CONSTRAINT announcements_severity_check CHECK (severity = ANY (ARRAY['INFORMATION', 'WARNING']))
);

CREATE TABLE archived_pieces (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  table_name text NOT NULL,
  month text NOT NULL,
  file_id bigint NOT NULL,
  row_count integer NOT NULL,
  first_position bigint,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  newest_timestamp timestamptz(3),
  CONSTRAINT archived_pieces_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT archived_pieces_file_id_key UNIQUE (file_id),
  CONSTRAINT archived_pieces_pkey PRIMARY KEY (id)
);
GRANT SELECT TO kinbridge_app;

CREATE TABLE attempts (
  subject bytea NOT NULL,
  times timestamptz(3)[] NOT NULL,
  CONSTRAINT attempts_pkey PRIMARY KEY (subject)
);

CREATE TABLE audit_action_counted (
  only_row boolean NOT NULL DEFAULT true,
  counted_id bigint NOT NULL,
  next_id bigint,
  next_xmax xid8,
  CONSTRAINT audit_action_counted_only_row_check CHECK (only_row),
  CONSTRAINT audit_action_counted_pkey PRIMARY KEY (only_row)
);

CREATE TABLE audit_action_counts (
  organization_id bigint NOT NULL,
  action text NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT audit_action_counts_pkey PRIMARY KEY (organization_id, action)
);

CREATE TABLE audit_asked (
  audit_id bigint NOT NULL,
  asked text NOT NULL,
  salt bytea NOT NULL,
  create_timestamp timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT audit_asked_pkey PRIMARY KEY (audit_id)
);
CREATE INDEX audit_asked_by_age ON audit_asked (create_timestamp);
GRANT DELETE, INSERT, SELECT TO kinbridge_app;

CREATE TABLE audit_chain (
  "position" bigint NOT NULL,
  audit_id bigint NOT NULL,
  hash bytea NOT NULL,
  sealed_timestamp timestamptz,
  CONSTRAINT audit_chain_audit_id_key UNIQUE (audit_id),
  CONSTRAINT audit_chain_sealed CHECK (sealed_timestamp IS NOT NULL) NOT VALID
) PARTITION BY RANGE (audit_id);
CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE ON audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT TO kinbridge_app;

CREATE TABLE audit_log (
  id bigint NOT NULL DEFAULT month_id(nextval('audit_log_id_seq'::regclass)),
  create_timestamp timestamptz NOT NULL DEFAULT clock_timestamp(),
  organization_id bigint,
  actor_id bigint,
  action text NOT NULL,
  entity_type text NOT NULL,
  entity_id bigint,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  request_id text,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX audit_log_by_actor ON audit_log (organization_id, actor_id, id DESC);
CREATE INDEX audit_log_by_entity ON audit_log (entity_type, entity_id, id DESC);
CREATE INDEX audit_log_by_organization ON audit_log (organization_id, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT TO kinbridge_app;
GRANT INSERT (organization_id, actor_id, action, entity_type, entity_id, detail, request_id) TO kinbridge_app;

CREATE TABLE audit_verifications (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  intact boolean NOT NULL,
  row_count bigint NOT NULL,
  problem text,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT audit_verifications_pkey PRIMARY KEY (id)
);

CREATE TABLE authenticators (
  user_id bigint NOT NULL,
  secret bytea NOT NULL,
  confirm_timestamp timestamptz(3),
  last_step bigint NOT NULL DEFAULT 0,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT authenticators_pkey PRIMARY KEY (user_id),
  CONSTRAINT authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER keep_second_factor AFTER INSERT OR DELETE OR UPDATE OF confirm_timestamp ON authenticators FOR EACH ROW EXECUTE FUNCTION keep_second_factor();

CREATE TABLE backups (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  reason text NOT NULL,
  place text NOT NULL,
  name text NOT NULL,
  encrypted boolean NOT NULL,
  state text NOT NULL DEFAULT 'running',
  start_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  end_timestamp timestamptz(3),
  bytes bigint,
  row_count bigint,
  file_count bigint,
  problem text,
  remove_timestamp timestamptz(3),
  test_state text,
  test_timestamp timestamptz(3),
  test_problem text,
  CONSTRAINT backups_pkey PRIMARY KEY (id),
  CONSTRAINT backups_reason_check CHECK (reason = ANY (ARRAY['command', 'scheduled', 'before migration'])),
  CONSTRAINT backups_state_check CHECK (state = ANY (ARRAY['running', 'done', 'failed'])),
  CONSTRAINT backups_test_state_check CHECK (test_state = ANY (ARRAY['passed', 'failed']))
);

CREATE TABLE campaign_pieces (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  campaign_id bigint NOT NULL,
  user_ids bigint[] NOT NULL,
  phone_numbers text[] NOT NULL,
  reasons text[] NOT NULL,
  queued integer NOT NULL,
  skipped integer NOT NULL,
  send_after timestamptz(3) NOT NULL,
  CONSTRAINT campaign_pieces_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT campaign_pieces_pkey PRIMARY KEY (id)
);
CREATE INDEX campaign_pieces_by_campaign ON campaign_pieces (campaign_id, id);

CREATE TABLE campaigns (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  created_by bigint NOT NULL,
  message text NOT NULL,
  body text NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  stopped_timestamp timestamptz(3),
  CONSTRAINT campaigns_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT campaigns_message_check CHECK (message <> ''),
  CONSTRAINT campaigns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT campaigns_pkey PRIMARY KEY (id)
);
CREATE INDEX campaigns_by_creator ON campaigns (created_by);
CREATE INDEX campaigns_by_organization ON campaigns (organization_id, id DESC);

CREATE TABLE custom_messages (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  key text NOT NULL,
  msg text NOT NULL,
  update_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  enabled boolean NOT NULL DEFAULT true,
  CONSTRAINT custom_messages_key_check CHECK (key = ANY (ARRAY['service_request_patient', 'service_request_employee', 'service_request_confirmation_patient', 'service_request_declined_patient', 'service_request_yes_patient', 'service_request_no_patient'])),
  CONSTRAINT custom_messages_msg_check CHECK (msg <> ''),
  CONSTRAINT custom_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT custom_messages_organization_id_key_key UNIQUE (organization_id, key),
  CONSTRAINT custom_messages_pkey PRIMARY KEY (id)
);

CREATE TABLE dev_outbox (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel text NOT NULL,
  to_address text NOT NULL,
  subject text,
  body text NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  html text,
  CONSTRAINT dev_outbox_channel_check CHECK (channel = ANY (ARRAY['email', 'sms'])),
  CONSTRAINT dev_outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX dev_outbox_by_address ON dev_outbox (to_address, id DESC);

CREATE TABLE device_tokens (
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  used_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT device_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT device_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX device_tokens_by_user ON device_tokens (user_id, used_timestamp DESC);

CREATE TABLE duplicate_dismissals (
  organization_id bigint NOT NULL,
  lower_id bigint NOT NULL,
  higher_id bigint NOT NULL,
  created_by bigint NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT duplicate_dismissals_check CHECK (lower_id < higher_id),
  CONSTRAINT duplicate_dismissals_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT duplicate_dismissals_higher_id_fkey FOREIGN KEY (higher_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT duplicate_dismissals_lower_id_fkey FOREIGN KEY (lower_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT duplicate_dismissals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT duplicate_dismissals_pkey PRIMARY KEY (organization_id, lower_id, higher_id)
);
CREATE INDEX duplicate_dismissals_by_higher ON duplicate_dismissals (higher_id);
CREATE INDEX duplicate_dismissals_by_lower ON duplicate_dismissals (lower_id);

CREATE TABLE email_preferences (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  service_id bigint NOT NULL,
  is_email_required boolean NOT NULL,
  CONSTRAINT email_preferences_pkey PRIMARY KEY (id),
  CONSTRAINT email_preferences_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT email_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT email_preferences_user_id_service_id_key UNIQUE (user_id, service_id)
);
CREATE INDEX email_preferences_by_service ON email_preferences (service_id);

CREATE TABLE email_verifications (
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  email text NOT NULL,
  expires_timestamp timestamptz(3) NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  CONSTRAINT email_verifications_pkey PRIMARY KEY (token_hash),
  CONSTRAINT email_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_verifications_by_user ON email_verifications (user_id);

CREATE TABLE emails (
  id bigint NOT NULL DEFAULT month_id(nextval('emails_id_seq'::regclass)),
  kind text NOT NULL,
  user_id bigint,
  to_address text NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}'::jsonb,
  state text NOT NULL DEFAULT 'queued',
  last_error text,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  update_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT emails_pkey PRIMARY KEY (id),
  CONSTRAINT emails_state_check CHECK (state = ANY (ARRAY['queued', 'sending', 'sent', 'failed', 'skipped'])),
  CONSTRAINT emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
) PARTITION BY RANGE (id);
CREATE INDEX emails_by_user ON emails (user_id);

CREATE TABLE erased_opt_outs (
  phone_hash bytea NOT NULL,
  CONSTRAINT erased_opt_outs_pkey PRIMARY KEY (phone_hash)
);

CREATE TABLE erasures (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  member_id bigint NOT NULL,
  kind text NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT erasures_kind_check CHECK (kind = ANY (ARRAY['record', 'part'])),
  CONSTRAINT erasures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT erasures_organization_id_member_id_create_timestamp_key UNIQUE (organization_id, member_id, create_timestamp),
  CONSTRAINT erasures_pkey PRIMARY KEY (id)
);
GRANT INSERT, SELECT TO kinbridge_app;

CREATE TABLE file_keys (
  storage_key text NOT NULL,
  key_id text NOT NULL,
  wrapped bytea NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT file_keys_pkey PRIMARY KEY (storage_key)
);

CREATE TABLE files (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  storage_key text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 bytea NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  missing_timestamp timestamptz(3),
  scan text,
  scan_tried_timestamp timestamptz(3),
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_scan_check CHECK (scan = ANY (ARRAY['CLEAN', 'UNSCANNED', 'INFECTED'])),
  CONSTRAINT files_size_check CHECK (size >= 0),
  CONSTRAINT files_storage_key_key UNIQUE (storage_key)
);
CREATE INDEX files_unscanned ON files (scan_tried_timestamp NULLS FIRST, id) WHERE scan = 'UNSCANNED';

CREATE TABLE idempotency_keys (
  scope text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  answer jsonb,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (create_timestamp);

CREATE TABLE identity_providers (
  organization_id bigint NOT NULL,
  kind text NOT NULL,
  issuer text NOT NULL,
  client_id text,
  client_secret bytea,
  metadata text,
  metadata_url text,
  update_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  fetch_timestamp timestamptz(3),
  CONSTRAINT identity_providers_kind_check CHECK (kind = ANY (ARRAY['oidc', 'saml'])),
  CONSTRAINT identity_providers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT identity_providers_pkey PRIMARY KEY (organization_id, kind)
);

CREATE TABLE invitations (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  nonce uuid NOT NULL,
  token_hash bytea NOT NULL,
  email text,
  created_by bigint NOT NULL,
  used_by bigint,
  expires_timestamp timestamptz(3) NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT invitations_email_check CHECK (email = lower(email)),
  CONSTRAINT invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX invitations_by_creator ON invitations (created_by);
CREATE INDEX invitations_by_expiry ON invitations (expires_timestamp);
CREATE INDEX invitations_by_organization ON invitations (organization_id);
CREATE INDEX invitations_by_user ON invitations (used_by);

CREATE TABLE job_workers (
  worker_id text NOT NULL,
  seen_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT job_workers_pkey PRIMARY KEY (worker_id)
);

CREATE TABLE linked_identities (
  organization_id bigint NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  kind text NOT NULL,
  CONSTRAINT linked_identities_kind_check CHECK (kind = ANY (ARRAY['oidc', 'saml'])),
  CONSTRAINT linked_identities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT linked_identities_pkey PRIMARY KEY (organization_id, kind, issuer, subject),
  CONSTRAINT linked_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX linked_identities_by_user ON linked_identities (user_id);

CREATE TABLE logins (
  user_id bigint NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  pending_email text,
  verified_timestamp timestamptz(3),
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  has_password boolean NOT NULL DEFAULT true,
  signed_in boolean NOT NULL DEFAULT false,
  wrong_code_times timestamptz(3)[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  reset_links_until timestamptz(3),
  refused_email text,
  CONSTRAINT logins_email_check CHECK (email = lower(email)),
  CONSTRAINT logins_pkey PRIMARY KEY (user_id),
  CONSTRAINT logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX logins_by_domain ON logins (split_part(email, '@', 2));
CREATE INDEX logins_by_email ON logins (email);
CREATE UNIQUE INDEX logins_verified ON logins (email) WHERE verified_timestamp IS NOT NULL;

CREATE TABLE member_documents (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  member_id bigint NOT NULL,
  organization_id bigint NOT NULL,
  file_id bigint NOT NULL,
  created_by bigint NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT member_documents_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT member_documents_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT member_documents_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  CONSTRAINT member_documents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT member_documents_pkey PRIMARY KEY (id)
);
CREATE INDEX member_documents_by_member ON member_documents (member_id, organization_id, id DESC);
CREATE INDEX member_documents_file ON member_documents (file_id);
CREATE TRIGGER follow_merge BEFORE INSERT OR UPDATE OF member_id ON member_documents FOR EACH ROW EXECUTE FUNCTION follow_merge_of_member();

CREATE TABLE member_merges (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  survivor_id bigint NOT NULL,
  merged_id bigint NOT NULL,
  created_by bigint NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  survivor_before jsonb NOT NULL,
  survivor_after jsonb NOT NULL,
  moved jsonb NOT NULL,
  listed_timestamp timestamptz(3) NOT NULL,
  undone_timestamp timestamptz(3),
  undone_by bigint,
  CONSTRAINT member_merges_check CHECK (survivor_id <> merged_id),
  CONSTRAINT member_merges_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT member_merges_merged_id_fkey FOREIGN KEY (merged_id) REFERENCES users(id),
  CONSTRAINT member_merges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT member_merges_pkey PRIMARY KEY (id),
  CONSTRAINT member_merges_survivor_id_fkey FOREIGN KEY (survivor_id) REFERENCES users(id),
  CONSTRAINT member_merges_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id)
);
CREATE INDEX member_merges_by_merged ON member_merges (merged_id);
CREATE INDEX member_merges_by_survivor ON member_merges (survivor_id, id DESC);

CREATE UNLOGGED TABLE member_upload_rows (
  upload_id bigint NOT NULL,
  place integer NOT NULL,
  same_as integer,
  member_id bigint,
  created boolean NOT NULL DEFAULT false,
  repeats boolean NOT NULL DEFAULT false,
  first_name text NOT NULL,
  last_name text NOT NULL,
  date_of_birth date,
  phone_number text,
  email text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  zip_code text,
  participant_id text,
  language text,
  row_number integer NOT NULL DEFAULT 0,
  chosen_id bigint,
  new_person boolean NOT NULL DEFAULT false,
  may_be integer,
  served bigint[] NOT NULL DEFAULT '{}'::bigint[],
  CONSTRAINT member_upload_rows_pkey PRIMARY KEY (upload_id, place),
  CONSTRAINT member_upload_rows_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES member_uploads(id) ON DELETE CASCADE
);

CREATE TABLE member_upload_skipped_rows (
  upload_id bigint NOT NULL,
  row_number integer NOT NULL,
  reason text NOT NULL,
  cells jsonb NOT NULL,
  person jsonb,
  candidate_ids bigint[],
  CONSTRAINT member_upload_skipped_rows_pkey PRIMARY KEY (upload_id, row_number),
  CONSTRAINT member_upload_skipped_rows_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES member_uploads(id) ON DELETE CASCADE
);

CREATE TABLE member_uploads (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  created_by bigint NOT NULL,
  request_id text,
  state text NOT NULL,
  service_ids bigint[] NOT NULL DEFAULT '{}'::bigint[],
  service_status text NOT NULL DEFAULT 'COMPLETED',
  sms_consent boolean NOT NULL DEFAULT false,
  file_id bigint,
  content_hash bytea,
  member_ids bigint[],
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  result jsonb,
  message text,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  update_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  survey_id bigint,
  CONSTRAINT member_uploads_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT member_uploads_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT member_uploads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT member_uploads_pkey PRIMARY KEY (id),
  CONSTRAINT member_uploads_service_status_check CHECK (service_status = ANY (ARRAY['REQUESTED', 'COMPLETED'])),
  CONSTRAINT member_uploads_state_check CHECK (state = ANY (ARRAY['queued', 'working', 'done', 'failed'])),
  CONSTRAINT member_uploads_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id)
);
CREATE INDEX member_uploads_by_content ON member_uploads (organization_id, content_hash) WHERE state = 'done';
CREATE INDEX member_uploads_file ON member_uploads (file_id) WHERE file_id IS NOT NULL;

CREATE TABLE months.audit_chain_before_months PARTITION OF audit_chain (
  CONSTRAINT audit_chain_pkey PRIMARY KEY ("position")
) FOR VALUES FROM (MINVALUE) TO ('202601000000000');
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON months.audit_chain_before_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE months.audit_log_before_months PARTITION OF audit_log FOR VALUES FROM (MINVALUE) TO ('202601000000000');
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON months.audit_log_before_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE months.emails_before_months PARTITION OF emails FOR VALUES FROM (MINVALUE) TO ('202601000000000');

CREATE TABLE months.sms_messages_before_months PARTITION OF sms_messages FOR VALUES FROM (MINVALUE) TO ('202601000000000');

CREATE TABLE needs_you_done (
  organization_id bigint NOT NULL,
  kind text NOT NULL,
  service_request_id bigint,
  side text,
  member_id bigint,
  since timestamptz(3) NOT NULL,
  done_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT needs_you_done_check CHECK (num_nonnulls(service_request_id, member_id) = 1),
  CONSTRAINT needs_you_done_check1 CHECK ((side IS NULL) = (service_request_id IS NULL)),
  CONSTRAINT needs_you_done_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT needs_you_done_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT needs_you_done_organization_id_service_request_id_kind_side_key UNIQUE NULLS NOT DISTINCT (organization_id, service_request_id, kind, side, member_id),
  CONSTRAINT needs_you_done_service_request_id_fkey FOREIGN KEY (service_request_id) REFERENCES service_requests(id) ON DELETE CASCADE,
  CONSTRAINT needs_you_done_side_check CHECK (side = ANY (ARRAY['sending', 'providing']))
);
CREATE INDEX needs_you_done_by_member ON needs_you_done (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX needs_you_done_by_request ON needs_you_done (service_request_id) WHERE service_request_id IS NOT NULL;

CREATE TABLE notes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  service_request_id bigint NOT NULL,
  content text NOT NULL,
  file_id bigint,
  created_by bigint NOT NULL,
  organization_id bigint NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  update_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT notes_check CHECK (content <> '' OR file_id IS NOT NULL),
  CONSTRAINT notes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT notes_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT notes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT notes_pkey PRIMARY KEY (id),
  CONSTRAINT notes_service_request_id_fkey FOREIGN KEY (service_request_id) REFERENCES service_requests(id)
);
CREATE INDEX notes_by_request ON notes (service_request_id, id);
CREATE INDEX notes_file ON notes (file_id) WHERE file_id IS NOT NULL;

CREATE TABLE organization_member_counts (
  organization_id bigint NOT NULL,
  change bigint NOT NULL
);
CREATE INDEX organization_member_counts_by_organization ON organization_member_counts (organization_id) INCLUDE (change);

CREATE TABLE organization_members (
  organization_id bigint NOT NULL,
  member_id bigint NOT NULL,
  search text NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  first_name text NOT NULL,
  last_name text NOT NULL,
  ends_timestamp timestamptz(3),
  date_of_birth date,
  email text,
  phone_number text,
  zip_code text,
  CONSTRAINT organization_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT organization_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT organization_members_pkey PRIMARY KEY (organization_id, member_id)
);
CREATE INDEX organization_members_by_birthday ON organization_members (organization_id, date_of_birth, member_id);
CREATE INDEX organization_members_by_email ON organization_members (organization_id, email, member_id);
CREATE INDEX organization_members_by_first_name ON organization_members (organization_id, first_name COLLATE person_names, member_id) INCLUDE (ends_timestamp);
CREATE INDEX organization_members_by_last_name ON organization_members (organization_id, last_name COLLATE person_names, member_id) INCLUDE (ends_timestamp);
CREATE INDEX organization_members_by_member ON organization_members (member_id);
CREATE INDEX organization_members_by_phone ON organization_members (organization_id, phone_number, member_id);
CREATE INDEX organization_members_by_zip_code ON organization_members (organization_id, zip_code, member_id);
CREATE INDEX organization_members_ending ON organization_members (organization_id, ends_timestamp) WHERE ends_timestamp IS NOT NULL;
CREATE INDEX organization_members_search ON organization_members USING gin (organization_id, search gin_trgm_ops);
CREATE TRIGGER follow_merge BEFORE INSERT ON organization_members FOR EACH ROW WHEN (new.first_name IS NULL) EXECUTE FUNCTION follow_merge_of_organization_member();
CREATE TRIGGER follow_merge_update BEFORE UPDATE OF member_id ON organization_members FOR EACH ROW EXECUTE FUNCTION follow_merge_of_organization_member();
CREATE TRIGGER organization_members_count_delete AFTER DELETE ON organization_members REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_members();
CREATE TRIGGER organization_members_count_insert AFTER INSERT ON organization_members REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_members();
CREATE TRIGGER organization_members_count_update AFTER UPDATE OF organization_id, ends_timestamp ON organization_members FOR EACH ROW WHEN (old.organization_id IS DISTINCT FROM new.organization_id OR (old.ends_timestamp IS NULL) IS DISTINCT FROM (new.ends_timestamp IS NULL)) EXECUTE FUNCTION count_member_change();

CREATE TABLE organization_usage (
  organization_id bigint NOT NULL,
  staff bigint NOT NULL,
  staff_recent bigint NOT NULL,
  members bigint NOT NULL,
  members_recent bigint NOT NULL,
  sent bigint NOT NULL,
  sent_recent bigint NOT NULL,
  received bigint NOT NULL,
  received_recent bigint NOT NULL,
  texts bigint NOT NULL,
  texts_recent bigint NOT NULL,
  answers bigint NOT NULL,
  answers_recent bigint NOT NULL,
  files bigint NOT NULL,
  files_recent bigint NOT NULL,
  count_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT organization_usage_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT organization_usage_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE organizations (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  organization_type text NOT NULL,
  email text,
  phone_number text NOT NULL,
  address_line1 text,
  address_line2 text,
  city text,
  zip_code text,
  website text,
  description text,
  logo_file_id bigint,
  time_zone text NOT NULL DEFAULT 'America/Detroit',
  terms_version text NOT NULL,
  terms_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  verified_timestamp timestamptz(3),
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  update_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  approval text NOT NULL DEFAULT 'WAITING',
  approval_reason text,
  approved_timestamp timestamptz(3),
  setup_dismissed_timestamp timestamptz(3),
  digest_date date,
  slug text,
  require_second_factor boolean NOT NULL DEFAULT false,
  idle_minutes smallint,
  only_single_sign_on boolean NOT NULL DEFAULT false,
  break_glass_user_id bigint,
  new_people text NOT NULL DEFAULT 'PENDING',
  single_sign_on_is_second_factor boolean NOT NULL DEFAULT true,
  closed_timestamp timestamptz(3),
  CONSTRAINT organizations_approval_check CHECK (approval = ANY (ARRAY['WAITING', 'APPROVED', 'REFUSED', 'SUSPENDED'])),
  CONSTRAINT organizations_break_glass_user_id_fkey FOREIGN KEY (break_glass_user_id) REFERENCES users(id),
  CONSTRAINT organizations_check CHECK (approval = 'WAITING' OR verified_timestamp IS NOT NULL),
  CONSTRAINT organizations_check1 CHECK (approval <> 'APPROVED' OR approved_timestamp IS NOT NULL),
  CONSTRAINT organizations_check2 CHECK ((approval = ANY (ARRAY['REFUSED', 'SUSPENDED'])) = (approval_reason IS NOT NULL)),
  CONSTRAINT organizations_idle_minutes_check CHECK (idle_minutes >= 5 AND idle_minutes <= 480),
  CONSTRAINT organizations_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES files(id),
  CONSTRAINT organizations_name_check CHECK (name <> ''),
  CONSTRAINT organizations_new_people_check CHECK (new_people = ANY (ARRAY['PENDING', 'ACTIVE'])),
  CONSTRAINT organizations_organization_type_check CHECK (organization_type = ANY (ARRAY['CARE_PROVIDER', 'SERVICE_PROVIDER'])),
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_slug_key UNIQUE (slug)
);
CREATE INDEX organizations_break_glass ON organizations (break_glass_user_id) WHERE break_glass_user_id IS NOT NULL;
CREATE INDEX organizations_by_approval ON organizations (approval, id);
CREATE INDEX organizations_by_email_domain ON organizations (own_domain(email));
CREATE INDEX organizations_by_name ON organizations (name COLLATE person_names) WHERE approval = 'APPROVED';
CREATE INDEX organizations_by_plain_address ON organizations (plain_address(address_line1, zip_code));
CREATE INDEX organizations_by_plain_name ON organizations (plain_organization_name(name));
CREATE INDEX organizations_by_website_domain ON organizations (own_domain(website));
CREATE INDEX organizations_containing ON organizations USING gin (plain_organization_name(name) gin_trgm_ops);
CREATE INDEX organizations_logo ON organizations (logo_file_id);
CREATE INDEX organizations_unverified ON organizations (create_timestamp) WHERE verified_timestamp IS NULL;
CREATE TRIGGER organizations_request_search AFTER UPDATE OF name ON organizations FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION refresh_search_of_organization();

CREATE TABLE outcome_notes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  service_request_id bigint NOT NULL,
  note text NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT outcome_notes_pkey PRIMARY KEY (id),
  CONSTRAINT outcome_notes_service_request_id_fkey FOREIGN KEY (service_request_id) REFERENCES service_requests(id)
);
CREATE INDEX outcome_notes_by_request ON outcome_notes (service_request_id);

CREATE TABLE overdue_request_counts (
  organization_id bigint NOT NULL,
  side text NOT NULL,
  change bigint NOT NULL,
  CONSTRAINT overdue_request_counts_side_check CHECK (side = ANY (ARRAY['outgoing', 'incoming']))
);
CREATE INDEX overdue_request_counts_by_organization ON overdue_request_counts (organization_id, side) INCLUDE (change);

CREATE TABLE passkey_challenges (
  challenge bytea NOT NULL,
  purpose text NOT NULL,
  user_id bigint,
  expires_timestamp timestamptz(3) NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge),
  CONSTRAINT passkey_challenges_purpose_check CHECK (purpose = ANY (ARRAY['sign-in', 'second-factor', 'add'])),
  CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_timestamp);

CREATE TABLE passkeys (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}'[],
  name text NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  last_used_timestamp timestamptz(3),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_name_check CHECK (name <> ''),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);
CREATE TRIGGER keep_second_factor AFTER INSERT OR DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION keep_second_factor();

CREATE TABLE password_resets (
  user_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_timestamp timestamptz(3) NOT NULL,
  device_tries integer NOT NULL DEFAULT 0,
  is_link boolean NOT NULL DEFAULT false,
  CONSTRAINT password_resets_pkey PRIMARY KEY (user_id),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_by_link ON password_resets (code_hash) WHERE is_link;

CREATE TABLE proposed_changes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  member_id bigint NOT NULL,
  organization_id bigint NOT NULL,
  field text NOT NULL,
  proposed_value text,
  state text NOT NULL DEFAULT 'PENDING',
  proposed_by bigint NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  decided_by bigint,
  decide_timestamp timestamptz(3),
  CONSTRAINT proposed_changes_check CHECK ((state = 'PENDING') = (decide_timestamp IS NULL)),
  CONSTRAINT proposed_changes_check1 CHECK (proposed_value IS NOT NULL OR (field <> ALL (ARRAY['firstName', 'lastName']))),
  CONSTRAINT proposed_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT proposed_changes_field_check CHECK (field = ANY (ARRAY['firstName', 'lastName', 'dateOfBirth', 'phoneNumber', 'email', 'participantId'])),
  CONSTRAINT proposed_changes_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT proposed_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT proposed_changes_pkey PRIMARY KEY (id),
  CONSTRAINT proposed_changes_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  CONSTRAINT proposed_changes_state_check CHECK (state = ANY (ARRAY['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN']))
);
CREATE INDEX proposed_changes_by_member ON proposed_changes (member_id, id DESC);
CREATE INDEX proposed_changes_by_organization ON proposed_changes (organization_id);
CREATE UNIQUE INDEX proposed_changes_pending ON proposed_changes (member_id, organization_id, field) WHERE state = 'PENDING';
CREATE INDEX proposed_changes_waiting ON proposed_changes (create_timestamp) INCLUDE (member_id) WHERE state = 'PENDING';

CREATE TABLE proposed_profiles (
  id bigint NOT NULL DEFAULT nextval('organizations_id_seq'::regclass),
  organization_id bigint NOT NULL,
  proposed_by bigint NOT NULL,
  name text NOT NULL,
  website text,
  address_line1 text,
  address_line2 text,
  city text,
  zip_code text,
  logo_file_id bigint,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT proposed_profiles_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES files(id),
  CONSTRAINT proposed_profiles_name_check CHECK (name <> ''),
  CONSTRAINT proposed_profiles_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT proposed_profiles_organization_id_key UNIQUE (organization_id),
  CONSTRAINT proposed_profiles_pkey PRIMARY KEY (id),
  CONSTRAINT proposed_profiles_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id)
);
CREATE INDEX proposed_profiles_by_logo ON proposed_profiles (logo_file_id);
CREATE INDEX proposed_profiles_by_proposer ON proposed_profiles (proposed_by);

CREATE TABLE public_file_space (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  form_id bigint NOT NULL,
  address_hash bytea NOT NULL,
  bytes bigint NOT NULL,
  survey_file_id uuid,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT public_file_space_bytes_check CHECK (bytes > 0),
  CONSTRAINT public_file_space_form_id_fkey FOREIGN KEY (form_id) REFERENCES survey_forms(id),
  CONSTRAINT public_file_space_pkey PRIMARY KEY (id),
  CONSTRAINT public_file_space_survey_file_id_fkey FOREIGN KEY (survey_file_id) REFERENCES survey_files(id) ON DELETE CASCADE,
  CONSTRAINT public_file_space_survey_file_id_key UNIQUE (survey_file_id)
);
CREATE INDEX public_file_space_age ON public_file_space (create_timestamp);
CREATE INDEX public_file_space_by_form ON public_file_space (form_id);

CREATE TABLE push_notices (
  subscription_id bigint NOT NULL,
  kind text NOT NULL,
  entity_id bigint NOT NULL,
  since timestamptz(3) NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  next_attempt_timestamp timestamptz(3),
  attempts smallint NOT NULL DEFAULT 0,
  CONSTRAINT push_notices_pkey PRIMARY KEY (subscription_id, kind, entity_id, since),
  CONSTRAINT push_notices_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE
);
CREATE INDEX push_notices_by_age ON push_notices (create_timestamp);
CREATE INDEX push_notices_due ON push_notices (next_attempt_timestamp) WHERE next_attempt_timestamp IS NOT NULL;

CREATE TABLE push_subscriptions (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  session_id uuid NOT NULL,
  endpoint_hash bytea NOT NULL,
  secret bytea NOT NULL,
  device text NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT push_subscriptions_endpoint_hash_key UNIQUE (endpoint_hash),
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  use_timestamp timestamptz(3),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE refresh_tokens (
  token_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  used_timestamp timestamptz(3),
  expires_timestamp timestamptz(3) NOT NULL,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_timestamp);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

CREATE TABLE schema_migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_timestamp timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);
GRANT SELECT TO kinbridge_app;

CREATE TABLE scim_people (
  user_id bigint NOT NULL,
  organization_id bigint NOT NULL,
  external_id text,
  user_name text,
  delete_timestamp timestamptz(3),
  CONSTRAINT scim_people_organization_id_external_id_key UNIQUE (organization_id, external_id),
  CONSTRAINT scim_people_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT scim_people_pkey PRIMARY KEY (user_id),
  CONSTRAINT scim_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE scim_tokens (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  created_by bigint NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  last_used_timestamp timestamptz(3),
  name text,
  expire_timestamp timestamptz(3) NOT NULL DEFAULT (now() + '365 days'::interval),
  CONSTRAINT scim_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT scim_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT scim_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT scim_tokens_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX scim_tokens_by_organization ON scim_tokens (organization_id);

CREATE TABLE second_factor_tokens (
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  device_hash bytea,
  tries integer NOT NULL DEFAULT 0,
  expires_timestamp timestamptz(3) NOT NULL,
  signed_in_by text NOT NULL DEFAULT 'password',
  CONSTRAINT second_factor_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT second_factor_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX second_factor_tokens_by_user ON second_factor_tokens (user_id);

CREATE TABLE service_request_counts (
  organization_id bigint NOT NULL,
  side text NOT NULL,
  status text NOT NULL,
  change bigint NOT NULL,
  CONSTRAINT service_request_counts_side_check CHECK (side = ANY (ARRAY['outgoing', 'incoming']))
);
CREATE INDEX service_request_counts_by_organization ON service_request_counts (organization_id, side) INCLUDE (status, change);

CREATE TABLE service_requests (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  service_id bigint NOT NULL,
  member_id bigint NOT NULL,
  assignee_id bigint,
  status text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  description text,
  file_id bigint,
  created_by bigint,
  member_says_no boolean NOT NULL DEFAULT false,
  furthest_step smallint NOT NULL DEFAULT 1,
  first_response_timestamp timestamptz(3),
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  update_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  status_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  complete_timestamp timestamptz(3),
  search text NOT NULL DEFAULT '',
  member_text_waits boolean NOT NULL DEFAULT false,
  provider_patient jsonb,
  member_first_name text NOT NULL,
  member_last_name text NOT NULL,
  undo jsonb,
  due_timestamp timestamptz(3),
  response_hours smallint,
  next_reminder_timestamp timestamptz(3),
  reminders_sent smallint NOT NULL DEFAULT 0,
  outcome_code text,
  outcome_note text,
  outcome_by text,
  outcome_timestamp timestamptz(3),
  follows_id bigint,
  source text NOT NULL DEFAULT 'STAFF',
  overdue_counted boolean NOT NULL DEFAULT false,
  accepted_in_time boolean,
  erased_for bigint[],
  responded_timestamp timestamptz(3),
  stall_timestamp timestamptz(3),
  stall_reminders smallint NOT NULL DEFAULT 0,
  declined boolean NOT NULL DEFAULT false,
  decline_text_timestamp timestamptz(3),
  sender_question_timestamp timestamptz(3),
  provider_question_timestamp timestamptz(3),
  confirmation_timestamp timestamptz(3),
  confirmation_repeated boolean NOT NULL DEFAULT false,
  member_no_timestamp timestamptz(3),
  sender_mail_timestamp timestamptz(3),
  provider_mail_timestamp timestamptz(3),
  CONSTRAINT service_requests_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id),
  CONSTRAINT service_requests_check CHECK ((status = 'COMPLETED') = (complete_timestamp IS NOT NULL)),
  CONSTRAINT service_requests_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT service_requests_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT service_requests_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES service_requests(id),
  CONSTRAINT service_requests_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  CONSTRAINT service_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT service_requests_outcome_by_check CHECK (outcome_by = ANY (ARRAY['member', 'staff', 'system'])),
  CONSTRAINT service_requests_pkey PRIMARY KEY (id),
  CONSTRAINT service_requests_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES organizations(id),
  CONSTRAINT service_requests_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT service_requests_source_check CHECK (source = ANY (ARRAY['STAFF', 'FORM', 'UPLOAD', 'SELF', 'EXCHANGE'])),
  CONSTRAINT service_requests_status_check CHECK (status = ANY (ARRAY['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED', 'CANCELLED']))
);
CREATE INDEX service_requests_asked ON service_requests (confirmation_timestamp) INCLUDE (provider_id) WHERE confirmation_timestamp IS NOT NULL;
CREATE INDEX service_requests_by_assignee ON service_requests (assignee_id, id DESC) WHERE assignee_id IS NOT NULL;
CREATE INDEX service_requests_by_member ON service_requests (member_id, create_timestamp DESC);
CREATE INDEX service_requests_by_sender ON service_requests (created_by, id DESC) WHERE created_by IS NOT NULL;
CREATE INDEX service_requests_by_service ON service_requests (service_id);
CREATE INDEX service_requests_declined ON service_requests (organization_id, id DESC) WHERE declined;
CREATE INDEX service_requests_file ON service_requests (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX service_requests_follows ON service_requests (follows_id) WHERE follows_id IS NOT NULL;
CREATE INDEX service_requests_incoming ON service_requests (provider_id, status, id DESC);
CREATE INDEX service_requests_incoming_all ON service_requests (provider_id, id DESC);
CREATE INDEX service_requests_incoming_assignees ON service_requests (provider_id, status, assignee_id, id) WHERE assignee_id IS NOT NULL;
CREATE INDEX service_requests_incoming_completed ON service_requests (provider_id, status, complete_timestamp, id) WHERE complete_timestamp IS NOT NULL;
CREATE INDEX service_requests_incoming_due ON service_requests (provider_id, status, (
CASE
    WHEN responded_timestamp IS NULL THEN due_timestamp
    ELSE NULL::timestamp with time zone
END), id) WHERE status = ANY (ARRAY['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING']);
CREATE INDEX service_requests_incoming_metrics ON service_requests (provider_id, create_timestamp) INCLUDE (organization_id, service_id, member_id, status, furthest_step, responded_timestamp, complete_timestamp, due_timestamp, outcome_code, follows_id);
CREATE INDEX service_requests_incoming_names ON service_requests (provider_id, status, COALESCE(provider_patient ->> 'firstName', member_first_name) COLLATE person_names, COALESCE(provider_patient ->> 'lastName', member_last_name) COLLATE person_names, id DESC);
CREATE INDEX service_requests_incoming_senders ON service_requests (provider_id, status, organization_id, id);
CREATE INDEX service_requests_incoming_services ON service_requests (provider_id, status, service_id, id);
CREATE INDEX service_requests_incoming_since ON service_requests (provider_id, status, status_timestamp, id);
CREATE INDEX service_requests_incoming_stalled ON service_requests (provider_id, stall_timestamp) WHERE stall_timestamp IS NOT NULL;
CREATE INDEX service_requests_outgoing ON service_requests (organization_id, status, id DESC);
CREATE INDEX service_requests_outgoing_all ON service_requests (organization_id, id DESC);
CREATE INDEX service_requests_outgoing_assignees ON service_requests (organization_id, status, assignee_id, id) WHERE assignee_id IS NOT NULL;
CREATE INDEX service_requests_outgoing_completed ON service_requests (organization_id, status, complete_timestamp, id) WHERE complete_timestamp IS NOT NULL;
CREATE INDEX service_requests_outgoing_due ON service_requests (organization_id, status, (
CASE
    WHEN responded_timestamp IS NULL THEN due_timestamp
    ELSE NULL::timestamp with time zone
END), id) WHERE status = ANY (ARRAY['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING']);
CREATE INDEX service_requests_outgoing_metrics ON service_requests (organization_id, create_timestamp) INCLUDE (provider_id, service_id, member_id, status, furthest_step, responded_timestamp, complete_timestamp, due_timestamp, outcome_code, follows_id);
CREATE INDEX service_requests_outgoing_names ON service_requests (organization_id, status, member_first_name COLLATE person_names, member_last_name COLLATE person_names, id DESC);
CREATE INDEX service_requests_outgoing_services ON service_requests (organization_id, status, service_id, id);
CREATE INDEX service_requests_outgoing_since ON service_requests (organization_id, status, status_timestamp, id);
CREATE INDEX service_requests_outgoing_stalled ON service_requests (organization_id, stall_timestamp) WHERE stall_timestamp IS NOT NULL;
CREATE INDEX service_requests_provider_questions ON service_requests (provider_id, provider_question_timestamp) WHERE provider_question_timestamp IS NOT NULL;
CREATE INDEX service_requests_reminders ON service_requests (next_reminder_timestamp) WHERE next_reminder_timestamp IS NOT NULL;
CREATE INDEX service_requests_said_no ON service_requests (provider_id, member_no_timestamp) WHERE member_says_no;
CREATE INDEX service_requests_search ON service_requests USING gin (organization_id, provider_id, search gin_trgm_ops);
CREATE INDEX service_requests_sender_questions ON service_requests (organization_id, sender_question_timestamp) WHERE sender_question_timestamp IS NOT NULL;
CREATE INDEX service_requests_stall_reminders ON service_requests (stall_reminders, stall_timestamp) INCLUDE (organization_id, provider_id) WHERE stall_timestamp IS NOT NULL AND stall_reminders < 2;
CREATE INDEX service_requests_unanswered ON service_requests (provider_id, confirmation_timestamp) WHERE confirmation_timestamp IS NOT NULL;
CREATE INDEX service_requests_unconfirmed ON service_requests (confirmation_timestamp) WHERE confirmation_timestamp IS NOT NULL AND NOT confirmation_repeated;
CREATE INDEX service_requests_uncounted_due ON service_requests (due_timestamp) INCLUDE (organization_id, provider_id) WHERE responded_timestamp IS NULL AND NOT overdue_counted AND (status = ANY (ARRAY['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING']));
CREATE INDEX service_requests_untold ON service_requests (decline_text_timestamp) WHERE decline_text_timestamp IS NOT NULL;
CREATE TRIGGER follow_merge BEFORE INSERT ON service_requests FOR EACH ROW WHEN (new.search = ''::text) EXECUTE FUNCTION follow_merge_of_member();
CREATE TRIGGER follow_merge_update BEFORE UPDATE OF member_id ON service_requests FOR EACH ROW EXECUTE FUNCTION follow_merge_of_member();
CREATE TRIGGER service_requests_count_delete AFTER DELETE ON service_requests REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_service_requests();
CREATE TRIGGER service_requests_count_insert AFTER INSERT ON service_requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_service_requests();
CREATE TRIGGER service_requests_count_update AFTER UPDATE ON service_requests REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_service_requests();
CREATE TRIGGER service_requests_overdue_delete AFTER DELETE ON service_requests FOR EACH ROW WHEN (old.overdue_counted OR old.declined OR old.stall_reminders > 0) EXECUTE FUNCTION count_overdue_request();
CREATE TRIGGER service_requests_overdue_insert AFTER INSERT ON service_requests FOR EACH ROW WHEN (new.overdue_counted OR new.declined OR new.stall_reminders > 0) EXECUTE FUNCTION count_overdue_request();
CREATE TRIGGER service_requests_overdue_update AFTER UPDATE OF status, overdue_counted, responded_timestamp, declined, stall_reminders ON service_requests FOR EACH ROW WHEN (old.overdue_counted OR old.declined OR old.stall_reminders > 0 OR new.overdue_counted OR new.declined OR new.stall_reminders > 0) EXECUTE FUNCTION count_overdue_request();
CREATE TRIGGER service_requests_search BEFORE INSERT ON service_requests FOR EACH ROW WHEN (new.search = ''::text OR new.member_first_name IS NULL) EXECUTE FUNCTION set_service_request_search();
CREATE TRIGGER service_requests_search_update BEFORE UPDATE OF member_id, service_id, assignee_id, provider_patient ON service_requests FOR EACH ROW EXECUTE FUNCTION set_service_request_search();
CREATE TRIGGER service_requests_sight_insert AFTER INSERT ON service_requests FOR EACH ROW WHEN (new.status = 'CANCELLED'::text AND new.provider_id <> new.organization_id) EXECUTE FUNCTION set_sight_end();
CREATE TRIGGER service_requests_sight_update AFTER UPDATE OF status, status_timestamp, member_id ON service_requests FOR EACH ROW WHEN (new.provider_id <> new.organization_id AND ('CANCELLED'::text = old.status OR 'CANCELLED'::text = new.status)) EXECUTE FUNCTION set_sight_end();

CREATE TABLE services (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  description text,
  deleted_timestamp timestamptz(3),
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  eligibility text,
  age_min smallint,
  age_max smallint,
  languages text[],
  cost text,
  documents text[],
  hours jsonb,
  phone_number text,
  website text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  zip_code text,
  service_area jsonb,
  response_hours smallint NOT NULL DEFAULT 48,
  availability text NOT NULL DEFAULT 'OPEN',
  availability_note text,
  wait_days smallint,
  availability_timestamp timestamptz(3),
  confirmed_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  listed_publicly boolean NOT NULL DEFAULT true,
  stall_days smallint NOT NULL DEFAULT 7,
  CONSTRAINT services_availability_check CHECK (availability = ANY (ARRAY['OPEN', 'WAITLIST', 'FULL', 'PAUSED'])),
  CONSTRAINT services_cost_check CHECK (cost = ANY (ARRAY['FREE', 'SLIDING', 'PAID'])),
  CONSTRAINT services_name_check CHECK (name <> ''),
  CONSTRAINT services_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT services_pkey PRIMARY KEY (id),
  CONSTRAINT services_response_hours_check CHECK (response_hours >= 1 AND response_hours <= 720),
  CONSTRAINT services_stall_days_check CHECK (stall_days >= 1 AND stall_days <= 90),
  CONSTRAINT services_type_check CHECK (type = ANY (ARRAY['TRANSPORTATION', 'MEDICAL', 'ECONOMIC', 'SOCIAL', 'HOUSING', 'CIVIC_ENGAGEMENT', 'MENTAL_HEALTH', 'LEGAL', 'EDUCATION', 'FAMILY', 'FOOD', 'TRANSLATION', 'VOLUNTEER', 'OTHER', 'EMPLOYMENT']))
);
CREATE INDEX services_by_organization ON services (organization_id) WHERE deleted_timestamp IS NULL;
CREATE INDEX services_deleted ON services (deleted_timestamp) WHERE deleted_timestamp IS NOT NULL;
CREATE TRIGGER services_request_search AFTER UPDATE OF name ON services FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION refresh_search_of_service();

CREATE TABLE sessions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id bigint NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  end_timestamp timestamptz(3),
  end_reason text,
  user_agent text,
  last_used_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  proof_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  signed_in_by text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_signed_in_by_check CHECK (signed_in_by = ANY (ARRAY['password', 'passkey', 'single-sign-on'])),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_user ON sessions (user_id) WHERE end_timestamp IS NULL;

CREATE TABLE settings (
  name text NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (name)
);

CREATE TABLE sign_in_domains (
  organization_id bigint NOT NULL,
  domain text NOT NULL,
  txt_record text NOT NULL,
  proven_timestamp timestamptz(3),
  CONSTRAINT sign_in_domains_domain_check CHECK (domain = lower(domain)),
  CONSTRAINT sign_in_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT sign_in_domains_pkey PRIMARY KEY (organization_id, domain)
);
CREATE UNIQUE INDEX sign_in_domains_proven ON sign_in_domains (domain) WHERE proven_timestamp IS NOT NULL;

CREATE TABLE sign_in_trips (
  state_hash bytea NOT NULL,
  organization_id bigint NOT NULL,
  kind text NOT NULL,
  browser_hash bytea NOT NULL,
  nonce text,
  code_verifier text,
  request_id text,
  return_path text,
  use_timestamp timestamptz(3),
  expires_timestamp timestamptz(3) NOT NULL,
  answer jsonb,
  again boolean NOT NULL DEFAULT false,
  unsolicited boolean NOT NULL DEFAULT false,
  CONSTRAINT sign_in_trips_kind_check CHECK (kind = ANY (ARRAY['oidc', 'saml'])),
  CONSTRAINT sign_in_trips_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT sign_in_trips_pkey PRIMARY KEY (state_hash),
  CONSTRAINT sign_in_trips_request_id_key UNIQUE (request_id)
);
CREATE INDEX sign_in_trips_by_expiry ON sign_in_trips (expires_timestamp);

CREATE TABLE sms_messages (
  id bigint NOT NULL DEFAULT month_id(nextval('sms_messages_id_seq'::regclass)),
  kind text NOT NULL,
  organization_id bigint,
  service_request_id bigint,
  user_id bigint,
  phone_number text NOT NULL,
  body text NOT NULL,
  is_received boolean NOT NULL DEFAULT false,
  state text NOT NULL,
  reason text,
  sender_id bigint,
  provider_id text,
  despite_opt_out boolean NOT NULL DEFAULT false,
  send_after timestamptz(3) NOT NULL DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  update_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  campaign_id bigint,
  failing_since timestamptz(3),
  CONSTRAINT sms_messages_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT sms_messages_kind_check CHECK (kind = ANY (ARRAY['request-member', 'request-employee', 'confirmation', 'member-says-no', 'answer', 'staff', 'inbound', 'campaign', 'campaign-test'])),
  CONSTRAINT sms_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT sms_messages_pkey PRIMARY KEY (id),
  CONSTRAINT sms_messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id),
  CONSTRAINT sms_messages_service_request_id_fkey FOREIGN KEY (service_request_id) REFERENCES service_requests(id),
  CONSTRAINT sms_messages_state_check CHECK (state = ANY (ARRAY['queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'skipped'])),
  CONSTRAINT sms_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
) PARTITION BY RANGE (id);
CREATE INDEX sms_messages_automatic ON sms_messages (phone_number, create_timestamp) WHERE (kind = ANY (ARRAY['request-member', 'confirmation'])) AND state <> 'skipped';
CREATE INDEX sms_messages_by_campaign ON sms_messages (campaign_id, state, id) WHERE campaign_id IS NOT NULL;
CREATE INDEX sms_messages_by_phone ON sms_messages (phone_number, id DESC);
CREATE INDEX sms_messages_by_request ON sms_messages (service_request_id, id) WHERE service_request_id IS NOT NULL;
CREATE INDEX sms_messages_by_user ON sms_messages (user_id, organization_id, id);
CREATE INDEX sms_messages_retrying ON sms_messages (send_after) WHERE state = 'queued' AND attempts > 0;
CREATE INDEX sms_messages_sending ON sms_messages (update_timestamp) WHERE state = 'sending';
CREATE INDEX sms_messages_waiting ON sms_messages (send_after, id) WHERE state = 'queued' AND campaign_id IS NULL;
CREATE INDEX sms_messages_waiting_campaign ON sms_messages (organization_id, send_after, id) WHERE state = 'queued' AND campaign_id IS NOT NULL;
CREATE TRIGGER follow_merge BEFORE INSERT OR UPDATE OF user_id ON sms_messages FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION follow_merge_of_user();
CREATE TRIGGER keep_provider_id BEFORE INSERT ON sms_messages FOR EACH ROW WHEN (new.provider_id IS NOT NULL) EXECUTE FUNCTION keep_provider_id();
CREATE TRIGGER keep_provider_id_update BEFORE UPDATE OF provider_id ON sms_messages FOR EACH ROW WHEN (new.provider_id IS DISTINCT FROM old.provider_id) EXECUTE FUNCTION keep_provider_id();

CREATE TABLE sms_opt_outs (
  phone_number text NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT sms_opt_outs_pkey PRIMARY KEY (phone_number)
);

CREATE TABLE sms_outage (
  only_row boolean NOT NULL DEFAULT true,
  failures integer NOT NULL DEFAULT 0,
  since timestamptz(3),
  next_try timestamptz(3),
  CONSTRAINT sms_outage_only_row_check CHECK (only_row),
  CONSTRAINT sms_outage_pkey PRIMARY KEY (only_row)
);

CREATE TABLE sms_provider_ids (
  provider_id text NOT NULL,
  message_id bigint NOT NULL,
  CONSTRAINT sms_provider_ids_pkey PRIMARY KEY (provider_id)
);

CREATE TABLE support_messages (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint,
  organization_id bigint,
  message_type text NOT NULL,
  feedback text NOT NULL,
  state text NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  question_state text NOT NULL DEFAULT 'OPEN',
  state_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  assignee_id bigint,
  unread boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT support_messages_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT support_messages_message_type_check CHECK (message_type = ANY (ARRAY['Support Question', 'Business Question'])),
  CONSTRAINT support_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT support_messages_pkey PRIMARY KEY (id),
  CONSTRAINT support_messages_question_state_check CHECK (question_state = ANY (ARRAY['OPEN', 'ANSWERED', 'CLOSED'])),
  CONSTRAINT support_messages_state_check CHECK (state = ANY (ARRAY['queued', 'sent', 'failed', 'kept'])),
  CONSTRAINT support_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX support_messages_by_assignee ON support_messages (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX support_messages_by_state ON support_messages (question_state, state_timestamp);
CREATE INDEX support_messages_by_user ON support_messages (user_id, id DESC);

CREATE TABLE support_replies (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  support_message_id bigint NOT NULL,
  author_id bigint,
  from_operator boolean NOT NULL,
  body text NOT NULL,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT support_replies_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT support_replies_body_check CHECK (body <> ''),
  CONSTRAINT support_replies_pkey PRIMARY KEY (id),
  CONSTRAINT support_replies_support_message_id_fkey FOREIGN KEY (support_message_id) REFERENCES support_messages(id) ON DELETE CASCADE
);
CREATE INDEX support_replies_by_author ON support_replies (author_id);
CREATE INDEX support_replies_by_question ON support_replies (support_message_id, id);

CREATE TABLE survey_answers (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  form_id bigint NOT NULL,
  survey_id bigint NOT NULL,
  user_id bigint,
  data jsonb NOT NULL,
  source text NOT NULL,
  created_by bigint,
  content_hash bytea,
  search text NOT NULL DEFAULT '',
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  paused_service_ids bigint[],
  CONSTRAINT survey_answers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT survey_answers_form_id_content_hash_key UNIQUE (form_id, content_hash),
  CONSTRAINT survey_answers_form_id_fkey FOREIGN KEY (form_id) REFERENCES survey_forms(id),
  CONSTRAINT survey_answers_pkey PRIMARY KEY (id),
  CONSTRAINT survey_answers_source_check CHECK (source = ANY (ARRAY['link', 'staff', 'upload'])),
  CONSTRAINT survey_answers_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id),
  CONSTRAINT survey_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX survey_answers_by_form ON survey_answers (form_id, create_timestamp DESC, id DESC);
CREATE INDEX survey_answers_by_survey ON survey_answers (survey_id);
CREATE INDEX survey_answers_by_user ON survey_answers (user_id, form_id, id DESC);
CREATE INDEX survey_answers_search ON survey_answers USING gin (form_id, search gin_trgm_ops);
CREATE TRIGGER follow_merge BEFORE INSERT OR UPDATE OF user_id ON survey_answers FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION follow_merge_of_user();
CREATE TRIGGER survey_answers_set_search BEFORE INSERT OR UPDATE OF user_id, data ON survey_answers FOR EACH ROW EXECUTE FUNCTION set_survey_answer_search();

CREATE TABLE survey_assignments (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  form_id bigint NOT NULL,
  survey_id bigint NOT NULL,
  user_id bigint NOT NULL,
  answer_id bigint,
  assigned_by bigint,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT survey_assignments_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES survey_answers(id),
  CONSTRAINT survey_assignments_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES users(id),
  CONSTRAINT survey_assignments_form_id_fkey FOREIGN KEY (form_id) REFERENCES survey_forms(id),
  CONSTRAINT survey_assignments_pkey PRIMARY KEY (id),
  CONSTRAINT survey_assignments_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES surveys(id),
  CONSTRAINT survey_assignments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX survey_assignments_by_answer ON survey_assignments (answer_id) WHERE answer_id IS NOT NULL;
CREATE INDEX survey_assignments_by_user ON survey_assignments (user_id, form_id, id);
CREATE TRIGGER follow_merge BEFORE INSERT OR UPDATE OF user_id ON survey_assignments FOR EACH ROW EXECUTE FUNCTION follow_merge_of_user();

CREATE TABLE survey_files (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  form_id bigint NOT NULL,
  file_id bigint NOT NULL,
  answer_id bigint,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT survey_files_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES survey_answers(id),
  CONSTRAINT survey_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT survey_files_form_id_fkey FOREIGN KEY (form_id) REFERENCES survey_forms(id),
  CONSTRAINT survey_files_pkey PRIMARY KEY (id)
);
CREATE INDEX survey_files_by_answer ON survey_files (answer_id) WHERE answer_id IS NOT NULL;
CREATE INDEX survey_files_file ON survey_files (file_id);
CREATE INDEX survey_files_waiting ON survey_files (create_timestamp) WHERE answer_id IS NULL;

CREATE TABLE survey_forms (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  unique_survey_id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id bigint NOT NULL,
  newest_version integer NOT NULL DEFAULT 0,
  archived_timestamp timestamptz(3),
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT survey_forms_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT survey_forms_pkey PRIMARY KEY (id),
  CONSTRAINT survey_forms_unique_survey_id_key UNIQUE (unique_survey_id)
);
CREATE INDEX survey_forms_by_organization ON survey_forms (organization_id, id DESC);

CREATE TABLE surveys (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  form_id bigint NOT NULL,
  version integer NOT NULL,
  original_survey_id bigint,
  title text NOT NULL,
  data json NOT NULL,
  created_by bigint,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT surveys_check CHECK ((version = 1) = (original_survey_id IS NULL)),
  CONSTRAINT surveys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT surveys_form_id_fkey FOREIGN KEY (form_id) REFERENCES survey_forms(id),
  CONSTRAINT surveys_form_id_version_key UNIQUE (form_id, version),
  CONSTRAINT surveys_original_survey_id_fkey FOREIGN KEY (original_survey_id) REFERENCES surveys(id),
  CONSTRAINT surveys_pkey PRIMARY KEY (id),
  CONSTRAINT surveys_version_check CHECK (version > 0)
);
CREATE TRIGGER surveys_immutable BEFORE DELETE OR UPDATE ON surveys FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE used_assertions (
  organization_id bigint NOT NULL,
  assertion_id text NOT NULL,
  expires_timestamp timestamptz(3) NOT NULL,
  CONSTRAINT used_assertions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT used_assertions_pkey PRIMARY KEY (organization_id, assertion_id)
);

CREATE TABLE used_codes (
  code_hash bytea NOT NULL,
  expires_timestamp timestamptz(3) NOT NULL,
  CONSTRAINT used_codes_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX used_codes_by_expiry ON used_codes (expires_timestamp);

CREATE TABLE users (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_type text NOT NULL,
  status text NOT NULL,
  organization_id bigint,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone_number text,
  date_of_birth date,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  zip_code text,
  participant_id text,
  send_push_notifications boolean NOT NULL DEFAULT false,
  send_sms_texts boolean NOT NULL DEFAULT true,
  terms_version text,
  create_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  update_timestamp timestamptz(3) NOT NULL DEFAULT now(),
  sms_consent_source text,
  sms_consent_timestamp timestamptz(3),
  merged_into_id bigint,
  mail_sent_requests boolean NOT NULL DEFAULT true,
  daily_digest boolean NOT NULL DEFAULT false,
  second_factor boolean NOT NULL DEFAULT false,
  language text,
  mail_assigned_requests boolean NOT NULL DEFAULT true,
  CONSTRAINT users_check CHECK (
CASE user_type
    WHEN 'PATIENT' THEN true
    WHEN 'OPERATOR' THEN organization_id IS NULL
    ELSE organization_id IS NOT NULL
END),
  CONSTRAINT users_check1 CHECK (merged_into_id <> id),
  CONSTRAINT users_first_name_check CHECK (first_name <> ''),
  CONSTRAINT users_last_name_check CHECK (last_name <> ''),
  CONSTRAINT users_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES users(id),
  CONSTRAINT users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT users_participant_id_check CHECK (participant_id ~ '^\d{11}$'),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_status_check CHECK (status = ANY (ARRAY['PENDING', 'ACTIVE', 'INACTIVE'])),
  CONSTRAINT users_user_type_check CHECK (user_type = ANY (ARRAY['PATIENT', 'EMPLOYEE', 'ADMIN', 'OPERATOR']))
);
CREATE INDEX users_by_birth ON users (date_of_birth, name_key(last_name)) WHERE user_type = 'PATIENT';
CREATE INDEX users_by_organization ON users (organization_id, status) WHERE user_type <> 'PATIENT';
CREATE INDEX users_by_participant ON users (participant_id) WHERE participant_id IS NOT NULL;
CREATE INDEX users_by_phone ON users (phone_number) WHERE user_type = 'PATIENT';
CREATE INDEX users_members_by_email ON users (email) WHERE user_type = 'PATIENT' AND email IS NOT NULL;
CREATE INDEX users_members_by_name ON users (lower(last_name), lower(first_name)) WHERE user_type = 'PATIENT';
CREATE INDEX users_merged ON users (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE TRIGGER users_answer_search AFTER UPDATE OF first_name, last_name ON users FOR EACH ROW WHEN (old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name) EXECUTE FUNCTION refresh_search_of_answers();
CREATE TRIGGER users_fulfilled_changes AFTER UPDATE OF first_name, last_name, date_of_birth, phone_number, email, participant_id ON users FOR EACH ROW WHEN (new.user_type = 'PATIENT'::text) EXECUTE FUNCTION withdraw_fulfilled_changes();
CREATE TRIGGER users_last_seen_patient AFTER UPDATE OF first_name, last_name, date_of_birth, email, phone_number, zip_code ON users FOR EACH ROW WHEN (new.user_type = 'PATIENT'::text AND patient_json(old.*) IS DISTINCT FROM patient_json(new.*)) EXECUTE FUNCTION keep_last_seen_patient_of_user();
CREATE TRIGGER users_member_search AFTER UPDATE OF first_name, last_name, email, phone_number, participant_id, date_of_birth, zip_code ON users FOR EACH ROW WHEN (new.user_type = 'PATIENT'::text AND (old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.email IS DISTINCT FROM new.email OR old.phone_number IS DISTINCT FROM new.phone_number OR old.participant_id IS DISTINCT FROM new.participant_id OR old.date_of_birth IS DISTINCT FROM new.date_of_birth OR old.zip_code IS DISTINCT FROM new.zip_code)) EXECUTE FUNCTION refresh_member_search();
CREATE TRIGGER users_request_search AFTER UPDATE OF first_name, last_name ON users FOR EACH ROW WHEN (old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name) EXECUTE FUNCTION refresh_search_of_person();

CREATE TABLE vouched_people (
  token_hash bytea NOT NULL,
  purpose text NOT NULL,
  organization_id bigint NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text NOT NULL,
  first_name text,
  last_name text,
  tries integer NOT NULL DEFAULT 0,
  expires_timestamp timestamptz(3) NOT NULL,
  authenticated_timestamp timestamptz(3),
  kind text NOT NULL DEFAULT 'oidc',
  browser_hash bytea NOT NULL DEFAULT '\x'::bytea,
  CONSTRAINT vouched_people_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT vouched_people_pkey PRIMARY KEY (token_hash),
  CONSTRAINT vouched_people_purpose_check CHECK (purpose = ANY (ARRAY['code', 'link', 'confirm']))
);
CREATE INDEX vouched_people_by_expiry ON vouched_people (expires_timestamp);

CREATE TABLE zip_codes (
  zip_code text NOT NULL,
  latitude real NOT NULL,
  longitude real NOT NULL,
  state text NOT NULL,
  time_zone text NOT NULL,
  CONSTRAINT zip_codes_pkey PRIMARY KEY (zip_code),
  CONSTRAINT zip_codes_zip_code_check CHECK (zip_code ~ '^\d{5}$')
);

CREATE OR REPLACE FUNCTION public.analyze_member_upload_rows()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  analyze member_upload_rows;
end $function$
;
GRANT EXECUTE TO kinbridge_app;

CREATE OR REPLACE FUNCTION public.count_automatic_texts(phone text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('kinbridge.automatic-sms'), hashtext(phone) & 1023);
  return (select count(*) from sms_messages s where s.phone_number = phone and s.state <> 'skipped'
    and s.kind in ('request-member', 'confirmation') and s.create_timestamp > now() - interval '1 day');
end $function$
;

CREATE OR REPLACE FUNCTION public.count_member_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.ends_timestamp is null then insert into organization_member_counts values (old.organization_id, -1); end if;
  if new.ends_timestamp is null then insert into organization_member_counts values (new.organization_id, 1); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into organization_member_counts
      select organization_id, count(*) from added where ends_timestamp is null group by organization_id;
  else
    insert into organization_member_counts
      select organization_id, -count(*) from removed where ends_timestamp is null group by organization_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_overdue_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into service_request_counts
    select organization_id, side, kind, sum(change)
    from (select unnest(request_marks(new)) as kind, 1 as change
        union all select unnest(request_marks(old)), -1) marks,
      (values (coalesce(new.organization_id, old.organization_id), 'outgoing'),
        (coalesce(new.provider_id, old.provider_id), 'incoming')) sides (organization_id, side)
    group by organization_id, side, kind having sum(change) <> 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_service_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into service_request_counts
      select organization_id, 'outgoing', status, count(*) from added group by organization_id, status
      union all
      select provider_id, 'incoming', status, count(*) from added group by provider_id, status;
  elsif tg_op = 'DELETE' then
    insert into service_request_counts
      select organization_id, 'outgoing', status, -count(*) from removed group by organization_id, status
      union all
      select provider_id, 'incoming', status, -count(*) from removed group by provider_id, status;
  else
    insert into service_request_counts
      select organization_id, side, status, sum(change) from (
        select organization_id, 'outgoing' as side, status, 1 as change from added
        union all select provider_id, 'incoming', status, 1 from added
        union all select organization_id, 'outgoing', status, -1 from removed
        union all select provider_id, 'incoming', status, -1 from removed
      ) changes group by organization_id, side, status having sum(change) <> 0;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.erased_request_search(r service_requests)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select request_search_text(r.id, 'Erased', 'member', s.name, o.name, p.name, a.first_name, a.last_name,
    c.first_name, c.last_name)
  from services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id left join users c on c.id = r.created_by
  where s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$function$
;

CREATE OR REPLACE FUNCTION public.follow_merge_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.member_id := merged_into(new.member_id);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_merge_of_organization_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.member_id := merged_into(new.member_id);
  select member_search(u.first_name, u.last_name, u.email, u.phone_number, u.participant_id), u.first_name, u.last_name,
    u.date_of_birth, u.email, u.phone_number, u.zip_code
  into new.search, new.first_name, new.last_name, new.date_of_birth, new.email, new.phone_number, new.zip_code
  from users u where u.id = new.member_id;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_merge_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.user_id := merged_into(new.user_id);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_member(organization bigint, member bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from visible_members v where v.organization_id = organization and v.member_id = member) then
    return false;
  end if;
  member := merged_into(member);
  return exists (select from visible_members v where v.organization_id = organization and v.member_id = member);
end $function$
;

CREATE OR REPLACE FUNCTION public.identity_value(person users, field text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case field when 'firstName' then person.first_name when 'lastName' then person.last_name
    when 'dateOfBirth' then to_char(person.date_of_birth, 'YYYY-MM-DD') when 'phoneNumber' then person.phone_number
    when 'email' then person.email when 'participantId' then person.participant_id end
$function$
;

CREATE OR REPLACE FUNCTION public.keep_last_seen_patient(person users)
 RETURNS void
 LANGUAGE sql
AS $function$
  update service_requests r set provider_patient = patient_json(person)
  where r.member_id = person.id and r.provider_id <> r.organization_id and r.provider_patient is null
    and not exists (select from visible_members v where v.organization_id = r.provider_id and v.member_id = r.member_id)
$function$
;

CREATE OR REPLACE FUNCTION public.keep_last_seen_patient_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_last_seen_patient(old);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_provider_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.provider_id is not null then
    delete from sms_provider_ids where provider_id = old.provider_id and message_id = old.id;
  end if;
  if new.provider_id is null then return new; end if;
  insert into sms_provider_ids (provider_id, message_id) values (new.provider_id, new.id) on conflict do nothing;
  if found then return new; end if;
  if tg_op = 'INSERT' then return null; end if;
  raise unique_violation using message = 'Another text has this id of the provider.';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  person bigint := coalesce(new.user_id, old.user_id);
begin
  update users u set second_factor = f.has_one from (
    select exists (select from passkeys where user_id = person)
      or exists (select from authenticators where user_id = person and confirm_timestamp is not null) as has_one) f
  where u.id = person and u.second_factor <> f.has_one;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.member_search(first_name text, last_name text, email text, phone_number text, participant_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(substr(coalesce(' ' || first_name, '') || coalesce(' ' || last_name, '') || coalesce(' ' || email, '')
    || coalesce(' ' || regexp_replace(phone_number, '\D', '', 'g'), '') || coalesce(' ' || participant_id, ''), 2))
$function$
;

CREATE OR REPLACE FUNCTION public.merged_into(person bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  next bigint;
begin
  loop
    select merged_into_id into next from users where id = person for key share;
    if next is null then return person; end if;
    person := next;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.month_id(n bigint)
 RETURNS bigint
 LANGUAGE sql
AS $function$select greatest(…, least(…, to_char(clock_timestamp() at time zone 'UTC', 'YYYYMM')::bigint)) * 1000000000 + n$function$
;

CREATE OR REPLACE FUNCTION public.name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(nullif(lower(translate(regexp_replace(normalize(name, NFKD),
      '[\u0300-\u036f\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]', '', 'g'),
    'ŁłØøĐđı', 'LlOoDdi')), ''), lower(name))
$function$
;
GRANT EXECUTE TO PUBLIC; EXECUTE TO kinbridge_app;

CREATE OR REPLACE FUNCTION public.own_domain(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT domain.domain FROM regexp_replace(COALESCE("substring"(lower(own_domain.given), '^[a-z]+://(?:[^/?#]*@)?([^/?#:]+)'::text), "substring"(lower(own_domain.given), '@([^@]+)$'::text)), '^www\.'::text, ''::text) domain(domain) WHERE (domain.domain <> ALL ('{gmail.com,googlemail.com,outlook.com,hotmail.com,live.com,msn.com,yahoo.com,ymail.com,aol.com,icloud.com,me.com,mac.com,proton.me,protonmail.com,gmx.com,gmx.net,mail.com,zoho.com,comcast.net,att.net,verizon.net,sbcglobal.net,charter.net,cox.net,bellsouth.net}'::text[])))
;

CREATE OR REPLACE FUNCTION public.patient_json(person users)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('id', person.id, 'firstName', person.first_name, 'lastName', person.last_name,
    'dateOfBirth', person.date_of_birth, 'email', person.email, 'phoneNumber', person.phone_number,
    'zipCode', person.zip_code)
$function$
;

CREATE OR REPLACE FUNCTION public.plain_address(address text, zip_code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN ((address <> ''::text) AND (zip_code <> ''::text)) THEN ((array_to_string(plain_words(address), ' '::text) || ' '::text) || "left"(zip_code, 5)) ELSE NULL::text END
;

CREATE OR REPLACE FUNCTION public.plain_organization_name(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN COALESCE(NULLIF(array_to_string(ARRAY(SELECT told.word FROM unnest(plain_words(plain_organization_name.given)) WITH ORDINALITY told(word, place) WHERE (told.word <> ALL ('{the,inc,incorporated,llc,corp,corporation,co,ltd}'::text[])) ORDER BY told.place), ''::text), ''::text), array_to_string(plain_words(given), ''::text))
;

CREATE OR REPLACE FUNCTION public.plain_words(given text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_remove(regexp_split_to_array(lower((regexp_replace(NORMALIZE(given, NFKD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff''\u2019]'::text, ''::text, 'g'::text) COLLATE person_names)), '[^[:alnum:]]+'::text), ''::text)
;

CREATE OR REPLACE FUNCTION public.prepare_months()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '3s'
AS $function$
declare
  missing record;
  newest regclass;
  bounds record;
begin
  perform pg_advisory_xact_lock(hashtext('kinbridge.months'));
  for missing in
    select c.oid::regclass as parent, format('%s_%s', c.relname, to_char(m, 'YYYYMM')) as name,
      to_char(m, 'YYYYMM') || '000000000' as low, to_char(m + interval '1 month', 'YYYYMM') || '000000000' as high
    from pg_class c, generate_series(0, 3) ahead, date_trunc('month', clock_timestamp() at time zone 'UTC') now,
      lateral (select greatest(now, '2026-01-01') + ahead * interval '1 month' as m) month
    where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace
      and to_regclass(format('months.%I', c.relname || to_char(m, '_YYYYMM'))) is null
    order by c.oid, m
  loop
    -- Like the partition before it: a partition can have keys of its own that the whole table can't have.
    select inhrelid into newest from pg_inherits where inhparent = missing.parent order by inhrelid desc limit 1;
    execute format('create table months.%I (like %s including all)', missing.name, newest);
    execute format('revoke all on months.%I from public, kinbridge_app', missing.name);
    -- A trigger before truncate isn't inherited.
    if exists (select from pg_trigger where tgrelid = missing.parent and tgfoid = 'refuse_change'::regproc) then
      execute format('create trigger no_truncate before truncate on months.%I
        for each statement execute function refuse_change()', missing.name);
    end if;
    execute format('alter table %s attach partition months.%I for values from (%s) to (%s)',
      missing.parent, missing.name, missing.low, missing.high);
  end loop;
  select max(first) as first, min(last) as last into bounds from (
    select min(right(c.relname, 6)) as first, max(right(c.relname, 6)) as last
    from pg_inherits join pg_class c on c.oid = inhrelid
    where c.relnamespace = 'months'::regnamespace and c.relname ~ '_\d{6}$' group by inhparent) tables;
  execute format('create or replace function public.month_id(n bigint) returns bigint language sql volatile as
    ''select greatest(%s, least(%s, to_char(clock_timestamp() at time zone ''''UTC'''', ''''YYYYMM'''')::bigint)) * 1000000000 + n''',
    bounds.first, bounds.last);
end $function$
;
GRANT EXECUTE TO kinbridge_app;

CREATE OR REPLACE FUNCTION public.provider_request_search(r service_requests)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select request_search_text(r.id, r.provider_patient ->> 'firstName', r.provider_patient ->> 'lastName', s.name, o.name,
    p.name, a.first_name, a.last_name, c.first_name, c.last_name)
  from services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id left join users c on c.id = r.created_by
  where s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$function$
;

CREATE OR REPLACE FUNCTION public.refresh_member_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update organization_members set
    search = member_search(new.first_name, new.last_name, new.email, new.phone_number, new.participant_id),
    first_name = new.first_name, last_name = new.last_name, date_of_birth = new.date_of_birth, email = new.email,
    phone_number = new.phone_number, zip_code = new.zip_code
  where member_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_search_of_answers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update survey_answers a set search = survey_answer_search(a) where a.user_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_search_of_organization()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update service_requests r set search = service_request_search(r)
  where r.organization_id = new.id or r.provider_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_search_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update service_requests r set search = service_request_search(r),
    member_first_name = case when r.member_id = new.id then new.first_name else r.member_first_name end,
    member_last_name = case when r.member_id = new.id then new.last_name else r.member_last_name end
  where r.member_id = new.id or r.assignee_id = new.id or r.created_by = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_search_of_service()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update service_requests r set search = service_request_search(r) where r.service_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.request_marks(r service_requests)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array_remove(array[
    case when r.overdue_counted and r.responded_timestamp is null and r.status not in ('COMPLETED', 'CANCELLED')
      then 'overdue' end,
    case when r.declined then 'declined' end,
    case when r.stall_reminders > 0 then 'stalled' end], null)
$function$
;

CREATE OR REPLACE FUNCTION public.request_search_text(id bigint, member_first text, member_last text, service text, organization text, provider text, assignee_first text, assignee_last text, sender_first text DEFAULT NULL::text, sender_last text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(substr(coalesce(' #' || id::text, '') || coalesce(' ' || member_first, '')
    || coalesce(' ' || member_last, '') || coalesce(' ' || service, '') || coalesce(' ' || organization, '')
    || coalesce(' ' || provider, '') || coalesce(' ' || assignee_first, '') || coalesce(' ' || assignee_last, '')
    || coalesce(' ' || sender_first, '') || coalesce(' ' || sender_last, ''), 2))
$function$
;

CREATE OR REPLACE FUNCTION public.service_request_search(r service_requests)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat_ws(' ',
    request_search_text(r.id, m.first_name, m.last_name, s.name, o.name, p.name, a.first_name, a.last_name,
      c.first_name, c.last_name),
    lower(r.provider_patient ->> 'firstName'), lower(r.provider_patient ->> 'lastName'))
  from users m, services s, organizations o, organizations p
    left join users a on a.id = r.assignee_id left join users c on c.id = r.created_by
  where m.id = r.member_id and s.id = r.service_id and o.id = r.organization_id and p.id = r.provider_id
$function$
;

CREATE OR REPLACE FUNCTION public.set_service_request_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select first_name, last_name into new.member_first_name, new.member_last_name from users where id = new.member_id;
  if tg_op = 'UPDATE' or new.search = '' then new.search := service_request_search(new); end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.set_sight_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ending timestamptz := sight_end(new.provider_id, new.member_id);
begin
  if new.erased_for is not null and new.provider_id = any(new.erased_for) then return null; end if;
  if ending is null then
    perform show_member(new.provider_id, new.member_id);
  else
    update organization_members set ends_timestamp = ending
    where organization_id = new.provider_id and member_id = new.member_id and ends_timestamp is distinct from ending;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.set_survey_answer_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search := survey_answer_search(new);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.show_member(organization bigint, member bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  member := merged_into(member);
  if exists (select from organization_members om where om.organization_id = organization and om.member_id = member
    and om.ends_timestamp is null) then return; end if;
  perform from users where id = member for no key update;
  insert into organization_members as om (organization_id, member_id, search) values (organization, member, '')
  on conflict (organization_id, member_id) do update set ends_timestamp = null where om.ends_timestamp is not null;
  update service_requests set provider_patient = null
  where member_id = member and provider_id = organization and provider_patient is not null;
end $function$
;

CREATE OR REPLACE FUNCTION public.sight_end(organization bigint, member bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select max(r.status_timestamp) + interval '30 days'
  from service_requests r where r.member_id = member and r.provider_id = organization
  having count(*) > 0 and bool_and(r.status = 'CANCELLED')
    and not exists (select from users u where u.id = member and u.organization_id = organization)
    and not exists (select from service_requests q where q.member_id = member and q.organization_id = organization)
    and not exists (select from survey_answers a join survey_forms f on f.id = a.form_id
      where a.user_id = member and f.organization_id = organization)
$function$
;

CREATE OR REPLACE FUNCTION public.survey_answer_search(a survey_answers)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select left(lower(concat_ws(' ', (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = a.user_id),
    (select string_agg(value #>> '{}', ' ') from jsonb_path_query(a.data, 'strict $.**') value
      where jsonb_typeof(value) in ('string', 'number')))), 20000)
$function$
;

CREATE OR REPLACE FUNCTION public.tidy_search_indexes()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  perform gin_clean_pending_list('organization_members_search');
  perform gin_clean_pending_list('service_requests_search');
  analyze users (first_name, last_name, date_of_birth, participant_id), organization_members, service_requests;
end $function$
;
GRANT EXECUTE TO kinbridge_app;

CREATE OR REPLACE FUNCTION public.withdraw_fulfilled_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update proposed_changes c set state = 'WITHDRAWN',
    decide_timestamp = greatest(date_trunc('milliseconds', clock_timestamp()), c.create_timestamp + interval '1 ms')
  where c.member_id = new.id and c.state = 'PENDING'
    and c.proposed_value is not distinct from identity_value(new, c.field);
  return null;
end $function$
;

CREATE VIEW operator_audit_log AS
 WITH operators AS (
         SELECT array_agg(users.id) AS ids
           FROM users
          WHERE users.user_type <> 'PATIENT'::text AND users.organization_id IS NULL AND users.user_type = 'OPERATOR'::text
        )
 SELECT l.id,
    l.create_timestamp,
    l.actor_id,
    l.action,
    l.entity_type,
    l.entity_id,
    l.detail,
    l.request_id
   FROM audit_log l
  WHERE l.organization_id IS NULL AND (l.actor_id = ANY ((( SELECT operators.ids
           FROM operators))::bigint[]))
UNION ALL
 SELECT l.id,
    l.create_timestamp,
    l.actor_id,
    l.action,
    l.entity_type,
    l.entity_id,
    l.detail,
    l.request_id
   FROM audit_log l
  WHERE l.organization_id IS NULL AND l.actor_id IS NULL AND (l.detail ? 'byCommand'::text OR l.action = 'file.infected'::text OR l.entity_type = 'user'::text AND (l.entity_id = ANY ((( SELECT operators.ids
           FROM operators))::bigint[])));
GRANT SELECT TO kinbridge_app;

CREATE VIEW visible_members AS
 SELECT organization_id,
    member_id,
    search,
    create_timestamp,
    first_name,
    last_name,
    date_of_birth,
    email,
    phone_number,
    zip_code
   FROM organization_members
  WHERE ends_timestamp IS NULL OR ends_timestamp >= now();
