-- What the operator's virus scanner said; null: nobody asked it. The bytes of an infected file are removed.
alter table files
  add column scan text check (scan in ('CLEAN', 'UNSCANNED', 'INFECTED')),
  -- When a scan of an unscanned file last failed: the others go first.
  add column scan_tried_timestamp timestamptz(3);
-- Compatible: no row is unscanned yet, so it only reads the table once, which has one row per file.
create index files_unscanned on files (scan_tried_timestamp nulls first, id) where scan = 'UNSCANNED';
