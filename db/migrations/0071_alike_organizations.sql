-- What organizations have in common, so that an operator is warned about impostors. Everything is compared by index,
-- however many organizations there are. The bodies are bound to their names, so no search path matters.

-- The words of a text without case, accents, apostrophes and punctuation: 'St. Mary’s' has st and marys.
create function plain_words(given text) returns text[] language sql immutable strict parallel safe
  return array_remove(
    regexp_split_to_array(
      lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff''\u2019]', '', 'g')
        collate person_names),
      '[^[:alnum:]]+'),
    '');

-- 'The Harvest-Table Food Bank, Inc.' and 'harvest table food bank' are the same name.
create function plain_organization_name(given text) returns text language sql immutable strict parallel safe
  return coalesce(
    nullif(array_to_string(array(
      select word from unnest(plain_words(given)) with ordinality as told (word, place)
      where word <> all ('{the,inc,incorporated,llc,corp,corporation,co,ltd}') order by place), ''), ''),
    array_to_string(plain_words(given), ''));

-- Null unless both are known.
create function plain_address(address text, zip_code text) returns text language sql immutable strict parallel safe
  return case when address <> '' and zip_code <> ''
    then array_to_string(plain_words(address), ' ') || ' ' || left(zip_code, 5) end;

-- The domain of an email address or a website; null for public mail hosts, since sharing one means nothing.
create function own_domain(given text) returns text language sql immutable strict parallel safe
  return (
    select domain from regexp_replace(
      coalesce(substring(lower(given) from '^[a-z]+://(?:[^/?#]*@)?([^/?#:]+)'), substring(lower(given) from '@([^@]+)$')),
      '^www\.', '') as domain
    where domain <> all ('{gmail.com,googlemail.com,outlook.com,hotmail.com,live.com,msn.com,yahoo.com,ymail.com,aol.com,icloud.com,me.com,mac.com,proton.me,protonmail.com,gmx.com,gmx.net,mail.com,zoho.com,comcast.net,att.net,verizon.net,sbcglobal.net,charter.net,cox.net,bellsouth.net}'));

-- Compatible: organizations are few, so their writers wait for moments.
create index organizations_by_plain_name on organizations (plain_organization_name(name));
-- Compatible: organizations are few, so their writers wait for moments.
create index organizations_containing on organizations using gin (plain_organization_name(name) gin_trgm_ops);
-- Compatible: organizations are few, so their writers wait for moments.
create index organizations_by_plain_address on organizations (plain_address(address_line1, zip_code));
-- Compatible: organizations are few, so their writers wait for moments.
create index organizations_by_email_domain on organizations (own_domain(email));
-- Compatible: organizations are few, so their writers wait for moments.
create index organizations_by_website_domain on organizations (own_domain(website));
-- Compatible: organizations are few, so their writers wait for moments.
create index organizations_by_approval on organizations (approval, id);
-- Compatible: a function of the server itself, so that writers of a large table wait for a moment only.
create index logins_by_domain on logins (split_part(email, '@', 2));
-- The planner knows nothing of an index on a function before.
analyze organizations;
analyze logins;
