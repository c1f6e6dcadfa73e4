import { expect, test } from 'vitest';
import { errorKind } from './jobs.commands.ts';

test.each([
  ['connect ECONNREFUSED 127.0.0.1:25', 'ECONNREFUSED'],
  ['The chat answered 503.', 'Status 503'],
  ['The operation was aborted due to timeout', 'Timeout'],
  ['duplicate key value violates unique constraint "users_email": ruth@example.org', 'Database constraint'],
  ['fetch failed', 'Connection failed'],
  ['Mailbox of RUTH EDISON <ruth@example.org> is full', 'Unknown error'],
  [null, 'Unknown error'],
])('names the kind of an error and quotes nothing else: %s', (text, kind) => {
  expect(errorKind(text)).toBe(kind);
});
