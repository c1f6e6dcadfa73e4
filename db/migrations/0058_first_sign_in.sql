-- How a sign-in that waits for its second factor began.
alter table second_factor_tokens add column signed_in_by text not null default 'password';

-- Whether the person signed in before: everyone until now counts as if, new logins haven't.
alter table logins add column signed_in boolean not null default true;
alter table logins alter column signed_in set default false;
