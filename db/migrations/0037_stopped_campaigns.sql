-- When somebody stopped a mass message. Texts that hadn't left by then never do.
alter table campaigns add column stopped_timestamp timestamptz(3);
