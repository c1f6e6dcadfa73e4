-- A name without case, accents and punctuation, by which members are matched; member-matching.ts does the same.
create function name_key(name text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(lower(translate(regexp_replace(normalize(name, NFKD),
      '[\u0300-\u036f\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]', '', 'g'),
    'ŁłØøĐđı', 'LlOoDdi')), ''), lower(name))
$$;
grant execute on function name_key(text) to kinbridge_app;

-- The version before still uses users_by_birthday.
-- Compatible: members are written again once the index is built, which takes a second for 100,000 of them.
create index users_by_birth on users (date_of_birth, name_key(last_name)) where user_type = 'PATIENT';
