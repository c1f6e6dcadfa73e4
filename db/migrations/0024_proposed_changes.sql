-- Of a member, users.organization_id is the organization that added them. Existing members: the one with the oldest link.
update users u set organization_id = oldest.organization_id
from (
  select distinct on (om.member_id) om.member_id, om.organization_id
  from organization_members om join users m on m.id = om.member_id and m.user_type = 'PATIENT'
  order by om.member_id, om.create_timestamp, (om.organization_id = m.organization_id) desc nulls last, om.organization_id
) oldest
where u.id = oldest.member_id and u.organization_id is distinct from oldest.organization_id;

-- A change to an identity field of a member that another organization added; that organization accepts or declines it.
create table proposed_changes (
  id bigint generated always as identity primary key,
  member_id bigint not null references users on delete cascade,
  -- The proposing organization.
  organization_id bigint not null references organizations,
  field text not null
    check (field in ('firstName', 'lastName', 'dateOfBirth', 'phoneNumber', 'email', 'participantId')),
  proposed_value text,
  state text not null default 'PENDING' check (state in ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  proposed_by bigint not null references users,
  create_timestamp timestamptz(3) not null default now(),
  -- Null where nobody decided: the accepted value became the proposed one.
  decided_by bigint references users,
  decide_timestamp timestamptz(3),
  check ((state = 'PENDING') = (decide_timestamp is null)),
  check (proposed_value is not null or field not in ('firstName', 'lastName'))
);
create unique index proposed_changes_pending on proposed_changes (member_id, organization_id, field)
  where state = 'PENDING';
create index proposed_changes_by_member on proposed_changes (member_id, id desc);
create index proposed_changes_by_organization on proposed_changes (organization_id);

-- The accepted value of an identity field, as the wire shows it.
create function identity_value(person users, field text) returns text language sql immutable parallel safe as $$
  select case field when 'firstName' then person.first_name when 'lastName' then person.last_name
    when 'dateOfBirth' then to_char(person.date_of_birth, 'YYYY-MM-DD') when 'phoneNumber' then person.phone_number
    when 'email' then person.email when 'participantId' then person.participant_id end
$$;

-- A proposal to make a field what it already is needs no decision.
create function withdraw_fulfilled_changes() returns trigger language plpgsql as $$
begin
  update proposed_changes c set state = 'WITHDRAWN',
    decide_timestamp = greatest(date_trunc('milliseconds', clock_timestamp()), c.create_timestamp + interval '1 ms')
  where c.member_id = new.id and c.state = 'PENDING'
    and c.proposed_value is not distinct from identity_value(new, c.field);
  return null;
end $$;
create trigger users_fulfilled_changes
  after update of first_name, last_name, date_of_birth, phone_number, email, participant_id on users
  for each row when (new.user_type = 'PATIENT') execute function withdraw_fulfilled_changes();
