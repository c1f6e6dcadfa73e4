import { canaries } from '../world.ts';

/** Texts that have broken programs before, ours and others'. */
export const naughtyTexts = [
  // Built-in property names.
  ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'length'],
  // Blank, and almost blank.
  ...['', ' ', '\t', '\n', '\r\n', '\u00a0', '\u200b', '\ufeff', '\u2028', '\u3000'],
  // Unstorable or invisible: NUL, controls, lone surrogates, noncharacters.
  ...['\u0000', 'a\u0000b', '\u0007', '\u001b[31m', '\u007f', '\ud800', '\udc00', 'half \ud83d', '\ufffe', '\uffff'],
  // Direction marks, combining marks, and text whose length changes when folded or normalized.
  ...['\u202eevil', '\u2066x\u2069', 'Z\u0351\u036b\u0343\u036a', 'e\u0301', '\u00e9', '\ufb03', '\u0130', '\u00df'],
  '\u1e9e',
  ...['🙂', '👩‍👩‍👧‍👦', '🇺🇸', '🙂'.repeat(60), '田中さん', 'مرحبا', 'Ω≈ç√∫', '１２３', '＝1+1', '\u1100\u1161\u11a8'],
  // Words with a special meaning.
  ...['null', 'undefined', 'NaN', 'Infinity', 'true', 'false', 'None', 'nil', '[object Object]', '{}', '[]', '""'],
  // Misleading numbers.
  ...['0', '-0', '-1', '1.5', '1e3', '1e400', '0x10', '0b1', '010', '+1', '1,000', '9007199254740993', '2147483648'],
  ...['99999999999999999999', '1'.repeat(400), '-9223372036854775809', '٣'],
  // SQL, shell, templates, formats.
  ...["'", "''", '"', '`', ';', '--', '\\', "'; drop table users; --", "' or '1'='1", '1; select pg_sleep(5)', '%'],
  '_',
  ...['%s%n%d', '%00', '%2e%2e%2f', '$(sleep 5)', '`sleep 5`', '; sleep 5', '{{7*7}}', `\${7*7}`, '<%= 7*7 %>'],
  '#{7*7}',
  // HTML, script and formulas.
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '<![CDATA[x]]>'],
  '&lt;b&gt;',
  ...['=1+1', '+1+1', '-1+1', '@SUM(1)', '=cmd|"/c calc"!A1', '\t=1', '\r=1'],
  // Paths, addresses, headers.
  ...['../../etc/passwd', '..\\..\\windows', '/dev/null', 'C:\\con', 'file:///etc/passwd', 'http://127.0.0.1:1/'],
  '//x',
  ...['a\r\nSet-Cookie: x=1', 'CON', 'aux.txt', '.htaccess', 'a/b', 'a%2fb', '.', '..'],
  // Dates at their edges.
  ...['2026-02-30', '2000-02-29', '1900-02-29', '0000-00-00', '9999-12-31', '10000-01-01', '-000001-01-01'],
  '1900-01-01',
  ...['2026-01-01T00:00:00Z', '2026-01-01T24:00:00Z', '2016-12-31T23:59:60Z', '0000-00-00T99:99:99+99:99', '01/02/03'],
  ...['2026-03-08T02:30:00-05:00', '2026-11-01T01:30:00', '1970-01-01T00:00:00.000000000Z', '275760-09-13T00:00:00Z'],
  // JSON in a text, catastrophic expressions, overlong texts.
  ...['{"a":1}', '{"__proto__":{"admin":true}}', '[[[[[[]]]]]]', '"', '{"a":', `${'a'.repeat(40)}!`, '(a+)+$'],
  '\\u0000',
  ...['x'.repeat(300), 'x'.repeat(5000), 'ä'.repeat(2001), ' '.repeat(1000), 'a,'.repeat(800), '@'.repeat(300)],
  // Valid values, so deeper code is reached.
  ...['Ada', 'ada@example.org', 'a@b', `${'a'.repeat(64)}@example.org`, 'A@EXAMPLE.ORG', '+12695550147'],
  '269-555-0147',
  ...['2695550147', '+44 20 7946 0018', '49007', '49007-1234', 'Correct-Horse6*', 'PENDING', 'OPEN', 'COMPLETED'],
  'FOOD',
  ...['ADMIN', 'EMPLOYEE', 'PATIENT', 'createTimestamp,desc', 'lastName,asc', 'constructor,asc', 'csv', 'xlsx'],
  // Personal data, which must never be logged.
  ...canaries,
  `${canaries[0]}' or "${canaries[1]}"`,
];

export const naughtyNumbers = [
  ...[0, -0, -1, 1, 2, 3, 1.5, 0.1, 1e-7, 1e21, 255, 256, 65_536, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32],
  ...[2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), Number.MAX_VALUE, Number.MIN_VALUE, 999_999_999, 123_456_789_012_345],
];

/** Invalid or oversized JSON bodies. */
export const naughtyBodies = [
  ...['', ' ', '{', '}', '{"a":', '[', 'nonsense', 'null', 'true', '0', '""', '[]', '{}', '\u0000', '\ufeff{}'],
  ...["{'a':1}"],
  ...['{"a":1,"a":2}', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"a":1e400}'],
  ...['{"a":NaN}', '{"a":"\\ud800"}', '{"a":01}', '{"":""}', '{"a":"\u0000"}', '{"toString":1}', '1'.repeat(2000)],
  ...['['.repeat(2000), `${'['.repeat(2000)}${']'.repeat(2000)}`, `{"a":${'{"a":'.repeat(100)}1${'}'.repeat(101)}`],
];

/** Sent unencoded in a URL. */
export const naughtyAddresses = [
  '%',
  '%00',
  '%zz',
  '%ED%A0%80',
  '%FF',
  '..',
  '.',
  '%2F..%2F',
  '%2e%2e',
  '%0d%0a',
  ';',
  '%F0%9F',
];

export const naughtyQueries = [
  ...['page=1&page=2', 'a[b]=c', 'a[]=1', '__proto__=1', '__proto__[a]=1', 'constructor=1', '=', '%00=1', 'sort=;'],
  ...['page=-1', 'size=0', 'size=1e9', 'page=99999999999999', 'toString=1', '&&&', '?', 'a=%', 'a=%ff'],
  'sort=constructor',
];
