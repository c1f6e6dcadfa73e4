import { describe, expect, it } from 'vitest';
import { parseBirthday } from './parse-birthday.ts';

describe('parsing a birthday', () => {
  it.each(['08-02-1991', '8/2/1991', '8.2.1991', '08 02 1991', '08021991', ' 1991-08-02 ', '1991-8-2'])(
    'reads %j as August 2, 1991',
    (text) => expect(parseBirthday(text)).toBe('1991-08-02'),
  );

  it.each(['', '08-02-91', '8/2/199', 'August 2', '8021991', '08-02-19911'])('rejects %j', (text) =>
    expect(parseBirthday(text)).toBeNull(),
  );
});
