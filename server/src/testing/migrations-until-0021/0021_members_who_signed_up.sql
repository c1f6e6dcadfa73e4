-- Members who signed up by themselves are seen by the organization that they named, as from now on all such are.
insert into organization_members (organization_id, member_id, search)
select u.organization_id, u.id, member_search(u.first_name, u.last_name, u.email, u.phone_number, u.participant_id)
from users u join logins l on l.user_id = u.id
where u.user_type = 'PATIENT' and u.organization_id is not null and l.verified_timestamp is not null
on conflict do nothing;
