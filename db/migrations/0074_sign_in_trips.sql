-- What a provider said counts only in the browser that began the trip. Codes and links from before have no browser and
-- count nowhere; they live for minutes. 'confirm' is a link that was mailed to the address.
alter table vouched_people
  add column kind text not null default 'oidc',
  add column browser_hash bytea not null default '';
-- Compatible: the other purposes stay.
alter table vouched_people drop constraint vouched_people_purpose_check;
-- Compatible: the version before writes two of these purposes.
alter table vouched_people
  add constraint vouched_people_purpose_check check (purpose in ('code', 'link', 'confirm'));

-- A SAML entity ID may equal an OpenID Connect issuer, so an identity is known by its kind, too. Where the organization's
-- providers don't tell the kind, its next sign-in is a first one again.
alter table linked_identities add column kind text check (kind in ('oidc', 'saml'));
-- Compatible: identities are few, and the version before writes the other columns.
update linked_identities i set kind = p.kind from identity_providers p
where p.organization_id = i.organization_id and p.issuer = i.issuer
  and not exists (select from identity_providers other where other.organization_id = i.organization_id
    and other.issuer = i.issuer and other.kind <> p.kind);
-- Compatible: those people are asked again.
delete from linked_identities where kind is null;
-- Compatible: a first sign-in that reaches the version before fails until it has ended; all others go on.
alter table linked_identities drop constraint linked_identities_pkey;
-- Compatible: as above.
alter table linked_identities add primary key (organization_id, kind, issuer, subject);
