import { counted } from '@kinbridge/contract/shared/counted';

/** A readable size: 412 kB, 1.1 MB. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
