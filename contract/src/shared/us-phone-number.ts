/** US numbers as (222) 333-4444, all others as stored. The library that formats every country's is too large for pages. */
export function formatUsPhoneNumber(stored: string): string {
  return stored.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
