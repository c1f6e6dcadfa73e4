create table organizations (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  organization_type text not null check (organization_type in ('CARE_PROVIDER', 'SERVICE_PROVIDER')),
  email text,
  phone_number text not null,
  address_line1 text,
  address_line2 text,
  city text,
  zip_code text,
  website text,
  description text,
  logo_file_id bigint references files,
  time_zone text not null default 'America/Detroit',
  terms_version text not null,
  terms_timestamp timestamptz(3) not null default now(),
  -- Set once the first admin has verified; only then is the organization shown to others.
  listed_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now(),
  update_timestamp timestamptz(3) not null default now()
);
create index organizations_by_name on organizations (name collate person_names) where listed_timestamp is not null;
create index organizations_logo on organizations (logo_file_id);

create table services (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  name text not null check (name <> ''),
  type text not null check (type in ('TRANSPORTATION', 'MEDICAL', 'ECONOMIC', 'SOCIAL', 'HOUSING', 'CIVIC_ENGAGEMENT',
    'MENTAL_HEALTH', 'LEGAL', 'EDUCATION', 'FAMILY', 'FOOD', 'TRANSLATION', 'VOLUNTEER', 'OTHER', 'EMPLOYMENT')),
  description text,
  deleted_timestamp timestamptz(3),
  create_timestamp timestamptz(3) not null default now()
);
create index services_by_organization on services (organization_id) where deleted_timestamp is null;
