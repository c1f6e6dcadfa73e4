import { expect, test } from 'vitest';
import { knownWords, ratingBounds } from './password.ts';

test('known words include whole texts, joined texts and parts', () => {
  expect(knownWords(['Riverbend Health', 'ada.o-moss77@example.org', null, undefined, ''])).toEqual([
    'riverbend health',
    'riverbendhealth',
    'riverbend',
    'health',
    'ada.o-moss77@example.org',
    'adaomossexampleorg',
    'ada.o-moss77',
    'adaomoss77',
    'ada',
    'moss',
    'example',
    'org',
  ]);
});

test('known words are limited for long texts', () => {
  const name = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x4e00 + index).repeat(3)).join(' ');
  expect(knownWords([name]).length).toBeLessThanOrEqual(100);
});

test('known words are cut where the rating of a password ends', () => {
  const local = 'a1'.repeat(20);
  expect(knownWords([`${local}@example.org`])).toContain(local.slice(0, ratingBounds.maxLength));
});
