import { authCalls } from './auth/auth.contract.ts';
import { organizationCalls } from './organizations/organizations.contract.ts';
import { supportCalls } from './support/support.contract.ts';
import { userCalls } from './users/users.contract.ts';

/** Every call of the API. The server registers each of them, and a test of the tree holds it to that. */
export const calls = { ...authCalls, ...organizationCalls, ...userCalls, ...supportCalls };

export type Calls = typeof calls;
export type CallName = keyof Calls;
