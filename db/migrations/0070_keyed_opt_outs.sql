-- Whether the hash of an erased opt-out has a key that isn't in the database. Without one, all numbers can be tried; a
-- nightly job keys those of earlier versions. The triggers of 0066 only know hashes without a key.
alter table erased_opt_outs add column keyed boolean not null default false;
