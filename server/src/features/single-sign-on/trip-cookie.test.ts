import { expect, it } from 'vitest';
import { readTripCookies, tripCookie } from './trip-cookie.ts';

const secure = 'https://portal.example.org';
const sent = (publicUrl: string) => tripCookie('state', 'secret', publicUrl).split(';')[0] ?? '';

it("is this host's alone over https", () => {
  const cookie = tripCookie('state', 'secret', secure);
  expect(cookie).toMatch(
    /^__Host-kinbridge-trip-[\w-]{12}=secret; Path=\/; Secure; Max-Age=2700; HttpOnly; SameSite=Lax$/,
  );
  expect(readTripCookies(sent(secure), 'state', secure).own).toBe('secret');
});

it('that another host could have set is ignored', () => {
  expect(readTripCookies(sent('http://portal.example.org'), 'state', secure)).toEqual({ own: null, all: [] });
});
