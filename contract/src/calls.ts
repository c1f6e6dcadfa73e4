import { authCalls } from './auth/auth.contract.ts';
import { customMessageCalls } from './custom-messages/custom-messages.contract.ts';
import { memberCalls } from './members/members.contract.ts';
import { messageCalls } from './messages/messages.contract.ts';
import { organizationCalls } from './organizations/organizations.contract.ts';
import { serviceRequestCalls } from './service-requests/service-requests.contract.ts';
import { supportCalls } from './support/support.contract.ts';
import { surveyCalls } from './surveys/surveys.contract.ts';
import { emailPreferenceCalls } from './users/email-preferences.contract.ts';
import { userCalls } from './users/users.contract.ts';

/** Every call of the API. The server registers each of them, and a test of the tree holds it to that. */
export const calls = {
  ...authCalls,
  ...organizationCalls,
  ...userCalls,
  ...emailPreferenceCalls,
  ...memberCalls,
  ...serviceRequestCalls,
  ...messageCalls,
  ...customMessageCalls,
  ...surveyCalls,
  ...supportCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
