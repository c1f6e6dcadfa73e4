import { describe, expect, it } from 'vitest';
import { fileKindOf, plainFileName } from './file-kind.ts';

describe('the file type', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n…', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['%PDF-1.7', 'application/pdf'],
    ['GIF89a', 'image/gif'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
    ['RIFF\x10\0\0\0WAVEfmt ', 'application/octet-stream'],
    ['PK\x03\x04', 'application/zip'],
    ['<html><script>alert(1)</script>', 'application/octet-stream'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'application/octet-stream'],
    ['%PD', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('of %j is %s', (text, contentType) => {
    expect(fileKindOf(Buffer.from(text, 'latin1')).contentType).toBe(contentType);
  });
});

describe('the file name', () => {
  it.each([
    ['lease-2025.pdf', 'lease-2025.pdf'],
    ['Vega, María – Mietvertrag 🏠.pdf', 'Vega, María – Mietvertrag 🏠.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\lease.pdf', 'lease.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
    ['lease\u202efdp.exe', 'leasefdp.exe'],
    ['lease\u061c\u2066.pdf', 'lease.pdf'],
    ['\u0000\u0007', 'file.bin'],
    ['   ', 'file.bin'],
    ['..', 'file.bin'],
    ['', 'file.bin'],
  ])('%j is kept as %j', (given, kept) => {
    expect(plainFileName(given, 'bin')).toBe(kept);
  });

  it('is cut before its extension and never inside a character', () => {
    const kept = plainFileName(`${'🏠'.repeat(300)}.pdf`, 'bin');
    expect([...kept]).toHaveLength(200);
    expect(kept.endsWith('🏠.pdf')).toBe(true);
    expect(kept.isWellFormed()).toBe(true);
  });
});
