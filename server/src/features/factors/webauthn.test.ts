import { expect, it } from 'vitest';
import { relyingPartyId } from './webauthn.ts';

const local = { publicUrl: 'http://127.0.0.1:3000', publicUrlGiven: false };

it.each([
  ['localhost on this computer', local, 'localhost:3000', 'localhost'],
  ['the address on this computer', local, '127.0.0.1:3000', '127.0.0.1'],
  ['another port', local, 'localhost:4000', '127.0.0.1'],
  ['a made-up host', local, 'kinbridge.example', '127.0.0.1'],
  ['no host', local, undefined, '127.0.0.1'],
  ['localhost where PUBLIC_URL is set', { ...local, publicUrlGiven: true }, 'localhost:3000', '127.0.0.1'],
  [
    'another name of a public portal',
    { publicUrl: 'https://portal.example', publicUrlGiven: true },
    'localhost',
    'portal.example',
  ],
])('a passkey made at %s is for the right site', (_, config, host, id) => {
  expect(relyingPartyId(config, host)).toBe(id);
});
