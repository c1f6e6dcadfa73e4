import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  [' =1+1', "' =1+1"],
  ['\tx', "'\tx"],
  ['Ann;=1', "Ann;'=1"],
  ['Ann; @x', "Ann;' @x"],
  ['a;=1;＋2', "a;'=1;'＋2"],
  ['a\t-1', "a\t'-1"],
  ['a\r\n+1', `"a\r\n'+1"`],
  ['a;"=1"', `"a;'""=1"""`],
  ['a;+13135550123', "a;'+13135550123"],
  ['+13135550123', '(313) 555-0123'],
  ['Lee-Ann = 1+1, a@b.org; c', '"Lee-Ann = 1+1, a@b.org; c"'],
  [-5, "'-5"],
  [null, ''],
])('the cell %j is written as %j', (value, cell) => {
  expect(csvLines([[value]])).toBe(`${cell}\r\n`);
});
