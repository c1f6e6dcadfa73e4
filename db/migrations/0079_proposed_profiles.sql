-- What an approved organization wants to be called and where to be found, until an operator decides. The organization's
-- own row has what others see.
create table proposed_profiles (
  -- Shares its numbers with organizations, so that a number an operator types names one of the two.
  id bigint primary key default nextval('organizations_id_seq'),
  organization_id bigint not null unique references organizations,
  proposed_by bigint not null references users,
  name text not null check (name <> ''),
  website text,
  address_line1 text,
  address_line2 text,
  city text,
  zip_code text,
  -- Null: the logo stays.
  logo_file_id bigint references files,
  create_timestamp timestamptz(3) not null default now()
);
create index proposed_profiles_by_proposer on proposed_profiles (proposed_by);
create index proposed_profiles_by_logo on proposed_profiles (logo_file_id);
