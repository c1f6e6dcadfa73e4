-- The first admin's verified address opens an organization; the operator's approval lists it.
alter table organizations rename column listed_timestamp to verified_timestamp;

alter table organizations
  add column approval text not null default 'WAITING'
    check (approval in ('WAITING', 'APPROVED', 'REFUSED', 'SUSPENDED')),
  -- Why it was refused or suspended; its staff read it.
  add column approval_reason text,
  -- Kept when it is refused or suspended, so that it can be restored to what it was.
  add column approved_timestamp timestamptz(3);

update organizations set approval = 'APPROVED', approved_timestamp = verified_timestamp
where verified_timestamp is not null;

alter table organizations
  add check (approval = 'WAITING' or verified_timestamp is not null),
  add check (approval <> 'APPROVED' or approved_timestamp is not null),
  add check ((approval in ('REFUSED', 'SUSPENDED')) = (approval_reason is not null));

drop index organizations_by_name;
create index organizations_by_name on organizations (name collate person_names) where approval = 'APPROVED';
create index organizations_unverified on organizations (create_timestamp) where verified_timestamp is null;

-- The link holds a token made from the nonce and the server's secret; only its hash is kept.
create table invitations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  nonce uuid not null,
  token_hash bytea not null unique,
  -- With an address it is good for that address once; without one for anybody until it expires.
  email text check (email = lower(email)),
  created_by bigint not null references users,
  used_by bigint references users on delete set null,
  expires_timestamp timestamptz(3) not null,
  create_timestamp timestamptz(3) not null default now()
);
create index invitations_by_organization on invitations (organization_id);
create index invitations_by_creator on invitations (created_by);
create index invitations_by_user on invitations (used_by);
create index invitations_by_expiry on invitations (expires_timestamp);
