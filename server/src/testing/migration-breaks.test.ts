import { describe, expect, it } from 'vitest';
import { findBreaks } from './migration-breaks.ts';

const released = ['0.2.0'];

describe('a migration', () => {
  const compatible: [string, string][] = [
    ['a new table', 'create table visits (id bigint primary key, note text not null); create index on visits (note)'],
    ['a nullable column', 'alter table users add column nickname text'],
    ['a column with a constant default', "alter table users add column kind text not null default 'a, drop b'"],
    ['a column with the time as default', 'alter table users add seen timestamptz not null default now()'],
    ['a new function, view and trigger', 'create or replace function f() returns int language sql as $$ drop x $$'],
    ['a constraint checked later', 'alter table users validate constraint users_named'],
    ['rows of its own', "insert into settings (name, value) values ('drop table users', '1')"],
    ['a comment about dropping', '-- drop table users;\nalter table users add column a int'],
    [
      'a table replaced in place',
      'lock table emails; drop trigger t on emails; revoke all on emails from kinbridge_app; alter table emails rename to old_emails; create table emails (id int) partition by range (id); alter table old_emails drop constraint a; alter table emails add primary key (id)',
    ],
    ['an index with a reason', '-- Compatible: few hundred rows.\ncreate index on services (name)'],
    ['a column that a release stopped using', '-- Unused since 0.2.0: nothing reads it.\nalter table users drop a'],
  ];
  it.each(compatible)('may have %s', (_, sql) => {
    expect(findBreaks(sql, released)).toEqual([]);
  });

  const breaking: [string, string, string][] = [
    ['drop a column', 'alter table users add column a int,\n drop column b', 'drops a column'],
    ['drop a table', 'drop table users', 'drops'],
    ['drop a function', 'drop function if exists f(int)', 'drops'],
    ['empty a table', 'truncate users', 'drops'],
    ['rename a table', 'alter table users rename to people', 'renames'],
    ['rename a column', 'alter table users rename first_name to name', 'renames'],
    ['rename a view', 'alter view visible_members rename to members', 'renames'],
    ['rename a value of a type', "alter type state rename value 'a' to 'b'", 'changes a type'],
    ['change a type', 'alter table users alter column a type bigint', 'changes a type'],
    ['set not null', 'alter table users alter a set not null', 'refuses rows without a value'],
    ['drop a default', 'alter table users alter a drop default', 'drops a default'],
    ['require a new column', 'alter table users add a numeric(1, 2) not null', 'adds a column that it leaves empty'],
    ['rewrite a table', 'alter table users add a uuid default gen_random_uuid()', 'rewrites the table under a lock'],
    ['require a foreign key', 'alter table users add foreign key (a) references b', 'adds a constraint'],
    ['require unique values', 'create unique index on users (email)', 'adds a constraint'],
    ['add a check', 'alter table users add constraint c check (a > 0) not valid', 'adds a constraint'],
    ['drop a constraint', 'alter table users drop constraint c', 'drops a constraint'],
    ['block writes for an index', 'create index on users (email)', 'blocks writes'],
    ['rewrite rows', 'update users set a = 1', 'locks rows'],
    ['take rights away', 'revoke insert on users from kinbridge_app', 'takes a right away'],
    ['move a table', 'alter table users set schema old', 'hides rows or the table'],
    ['drop in a block', 'do $$ begin if true then drop table users; end if; end $$', 'drops'],
    ['run unreadable statements', "do $$ begin execute 'drop table users'; end $$", 'runs a statement'],
    ['drop with a reason only', '-- Compatible: nobody uses it.\ndrop table users', 'drops'],
    ['drop what an unknown release uses', '-- Unused since 0.3.0: no.\ndrop table users', 'drops'],
    ['use a reason of another statement', '-- Compatible: x.\nselect 1; create index on users (a)', 'blocks writes'],
  ];
  it.each(breaking)('must not %s', (_, sql, problem) => {
    expect(findBreaks(sql, released)).toEqual([expect.stringMatching(`^${problem}`)]);
  });
});
