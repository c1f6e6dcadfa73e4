-- The HTML part of an email, for developers to look at.
alter table dev_outbox add column html text;
