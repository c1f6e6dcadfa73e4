/**
 * An American number as (222) 333-4444, any other as it is stored. The contract can format every
 * country's, but its number library weighs more than a page that only shows numbers should load.
 */
export function formatPhoneNumber(stored: string): string {
  return stored.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
