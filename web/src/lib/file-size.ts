import { counted } from '@kinbridge/contract/shared/counted';

/** A readable size: 412 kB, 1.1 MB, 58.8 GB. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return bytes < 1e9 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
