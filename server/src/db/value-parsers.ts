import pg from 'pg';

// Ids are far below 2^53, and a birthday is a date without a time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
