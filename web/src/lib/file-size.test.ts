import { expect, it } from 'vitest';
import { formatFileSize } from './file-size.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [412_300, '412 kB'],
  [1_100_000, '1.1 MB'],
  [26_214_400, '26.2 MB'],
  [58_779_500_000, '58.8 GB'],
])('%i bytes read %s', (bytes, words) => expect(formatFileSize(bytes)).toBe(words));
