import { expect, it } from 'vitest';
import { expiryOf } from './scim.texts.ts';

const now = new Date('2026-11-19T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

it.each([
  [15, false, 'Expires Dec 4, 2026'],
  [14, true, 'Expires in 14 days. Create another one and give it to your directory.'],
  [1.5, true, 'Expires in 2 days. Create another one and give it to your directory.'],
  [0.5, true, 'Expires in 1 day. Create another one and give it to your directory.'],
  [-1, true, 'Expired Nov 18, 2026. Your directory needs another one.'],
])('says when a token with %d days left expires', (days, warns, text) => {
  expect(expiryOf(inDays(days), now)).toEqual({ warns, text });
});
