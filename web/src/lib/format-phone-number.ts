/**
 * US numbers as (222) 333-4444, all others as stored. The contract formats every country's numbers, but its phone
 * library is too large for pages that only show them.
 */
export function formatPhoneNumber(stored: string): string {
  return stored.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
