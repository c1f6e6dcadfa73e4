-- Several people may claim an address: with a sign-up, or because an organization's directory named them. One can prove
-- that it is theirs.
-- Compatible: a sign-up that reaches the version before fails until it has ended; everything else goes on.
alter table logins drop constraint logins_email_key;
-- Compatible: until now all addresses were unique.
create unique index logins_verified on logins (email) where verified_timestamp is not null;
-- Compatible: there are as many logins as people who sign in; the index is built in a moment.
create index logins_by_email on logins (email);

-- A login that only a provider or directory made, outside the domains that its organization has proven, is a claim: nobody
-- ever used its password or followed its link. Its sessions end and it is linked to no provider. At their next sign-in,
-- people confirm the address with a link.
-- Compatible: these people sign in again.
with claims as (
  update logins l set verified_timestamp = null from users u
  where u.id = l.user_id and l.verified_timestamp is not null and not l.has_password
    and u.user_type in ('EMPLOYEE', 'ADMIN')
    and not exists (select from sign_in_domains d where d.organization_id = u.organization_id
      and d.domain = substring(l.email from '[^@]*$') and d.proven_timestamp is not null)
    and not exists (select from audit_log a where a.entity_type = 'user' and a.entity_id = u.id
      and a.action in ('user.verified', 'user.email-changed'))
  returning l.user_id
)
update sessions s set end_timestamp = now(), end_reason = 'claim' from claims c
where s.user_id = c.user_id and s.end_timestamp is null;
-- Compatible: as above.
delete from linked_identities i using logins l where l.user_id = i.user_id and l.verified_timestamp is null;
