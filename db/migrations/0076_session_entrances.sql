-- How the person signed in: sessions that single sign-on didn't begin end when an organization allows nothing else.
-- Compatible: a version before leaves it null, as in the sessions of today, which then end, too.
alter table sessions add column signed_in_by text check (signed_in_by in ('password', 'passkey', 'single-sign-on'));
