import type { User } from './users.contract.ts';

/** Street, city and state in one line. */
export function addressOf({ addressLine1, addressLine2, city, state }: User): string {
  return [addressLine1, addressLine2, city, state].filter(Boolean).join(', ');
}
