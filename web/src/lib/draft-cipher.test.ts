import { beforeAll, describe, expect, it } from 'vitest';
import { importDraftKey, seal, unseal } from './draft-cipher.ts';

const keyOf = (fill: number) => importDraftKey(btoa(String.fromCharCode(...new Uint8Array(32).fill(fill))));
let key: CryptoKey;

beforeAll(async () => {
  key = await keyOf(1);
});

describe('encrypted draft', () => {
  it.each(['Zoë 🏡', '', 'x'.repeat(300_000)])('decrypts to what was typed', async (text) => {
    const stored = await seal(key, 'a', text);
    expect(stored.startsWith('sealed:')).toBe(true);
    expect(await unseal(key, 'a', stored)).toBe(text);
  });

  it("differs each time and doesn't contain the text", async () => {
    const [first, second] = [await seal(key, 'a', 'Kalamazoo'), await seal(key, 'a', 'Kalamazoo')];
    expect(first).not.toBe(second);
    expect(first).not.toContain('Kalamazoo');
    expect(first).not.toContain(btoa('Kalamazoo').slice(0, 8));
  });

  it("can't be opened with another key, in another place, or after a change", async () => {
    const stored = await seal(key, 'a', 'Kalamazoo');
    await expect(unseal(await keyOf(2), 'a', stored)).rejects.toThrow();
    await expect(unseal(key, 'b', stored)).rejects.toThrow();
    await expect(unseal(key, 'a', `${stored.slice(0, -8)}AAAAAAAA`)).rejects.toThrow();
  });
});
