-- Set when the bytes of a file were found to be gone. The row stays, so that people are told what was lost.
alter table files add column missing_timestamp timestamptz(3);

-- Files of a member, seen by the organization that added them and by the member.
create table member_documents (
  id bigint generated always as identity primary key,
  member_id bigint not null references users,
  organization_id bigint not null references organizations,
  file_id bigint not null references files,
  created_by bigint not null references users,
  create_timestamp timestamptz(3) not null default now()
);
create index member_documents_by_member on member_documents (member_id, organization_id, id desc);
create index member_documents_file on member_documents (file_id);
