-- The address to which the last email was refused for good. It counts while it is the login's address or the requested
-- one.
alter table logins add column refused_email text;
