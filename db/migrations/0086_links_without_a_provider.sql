-- People are linked to the provider that their organization has now. Links to one that it removed, or replaced by another
-- issuer, are from before they ended with it.
-- Compatible: those links let nobody in, and people who come again are asked as at first.
delete from linked_identities i where not exists (select from identity_providers p
  where p.organization_id = i.organization_id and p.kind = i.kind and p.issuer = i.issuer);
