import { fullName } from '@kinbridge/contract/users/full-name';
import { type UserStatus, userStatusLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';

export const employeesTexts = {
  title: 'Employee Management',
  search: 'Search Employees...',
  searched: 'Search by name, role, email, phone number or ID.',
  notFoundTitle: 'Employee not found',
  notFound: "We couldn't find that employee in your organization.",
  terminate: 'Terminate Employee',
  activate: 'Activate Employee',
  approve: 'Approve',
  decline: 'Decline',
  invite: 'Invite',
  refusesEmail: 'Refuses email',
};

/** Texts for an empty tab. */
export const emptyTexts: Record<UserStatus, { title: string; text: string }> = {
  PENDING: {
    title: 'No one is waiting',
    text: 'People who sign up for your organization and verify their email appear here until you approve or decline them.',
  },
  ACTIVE: { title: 'No active employees', text: 'Employees you activate will appear here.' },
  INACTIVE: {
    title: 'No terminated employees',
    text: 'Employees you terminate will appear here. You can activate them again.',
  },
};

/** Asks before an employee is terminated and signed out immediately. Pending people are declined. */
export function leavingQuestion(employee: User | null) {
  const name = employee ? fullName(employee) : '';
  if (employee?.status === 'PENDING') {
    return {
      title: `Decline ${name}?`,
      text: `${name} gets an email and can only see their own profile. You can activate them later under Terminated.`,
      confirm: 'Decline',
    };
  }
  return {
    title: `Terminate ${name}?`,
    text: `${name} will be signed out right away and can only see their own profile. Their open requests stay assigned to them until you reassign them on their page.`,
    confirm: 'Terminate',
  };
}

export const declined = (name: string) => `${name} was declined.`;

export const inviteTexts = {
  title: 'Invite colleagues',
  lead: 'People you invite sign up for your organization. You approve them before they can start.',
  waiting: "You can send invitations by email once it's approved. The sign-up link works now.",
  email: 'Email',
  send: 'Send Invitation',
  sent: (email: string) => `Invitation sent to ${email}.`,
  sendFailed: "We couldn't send the invitation",
  orLink: 'Or share a sign-up link',
  linkHint: 'Anyone with the link can sign up for your organization for 7 days.',
  link: 'Sign-up link',
  copyLink: 'Copy Link',
  copied: 'Link copied to clipboard.',
  notCopied: "Your browser didn't copy the link. Copy it from the field.",
  linkFailed: "We couldn't create a link",
};

export const factorTexts = {
  title: 'Sign-in',
  column: 'Second Factor',
  yes: 'Yes',
  no: 'No',
  has: (name: string) => `${name} has a second factor: a passkey or an authenticator app.`,
  none: (name: string) => `${name} has no second factor yet.`,
  reset: 'Reset Sign-In Factors',
  question: (name: string) => ({
    title: `Reset the sign-in factors of ${name}?`,
    text: `We remove the passkeys, authenticator app and recovery codes of ${name} and let them know by email. They can set up new ones after signing in.`,
    confirm: 'Reset',
  }),
  done: (name: string) => `The sign-in factors of ${name} were reset. We let them know by email.`,
  failed: (name: string) => `We couldn't reset the sign-in factors of ${name}.`,
};

export const linkTexts = {
  has: 'They sign in with single sign-on.',
  unlink: 'Unlink Sign-In',
  question: (name: string) => ({
    title: `Unlink the sign-in of ${name}?`,
    text: `Do this if single sign-on refuses ${name} because your sign-in service now sends another identifier for them. We end the sessions they started there and let them know by email. The next person who signs in there with their email address gets this account, so make sure the address is still theirs.`,
    confirm: 'Unlink',
  }),
  done: (name: string) => `The sign-in of ${name} was unlinked. We let them know by email.`,
  failed: (name: string) => `We couldn't unlink the sign-in of ${name}.`,
};

export const signOutTexts = {
  button: 'Sign Out Everywhere',
  question: (name: string) => ({
    title: `Sign out ${name} everywhere?`,
    text: `We end the sessions of ${name} on all devices, for example after they lost a computer. They can sign in again.`,
    confirm: 'Sign Out',
  }),
  done: (name: string) => `${name} was signed out everywhere.`,
  failed: (name: string) => `We couldn't sign out ${name}.`,
};

export type EmployeeChange = 'activate' | 'terminate' | 'promote-admin' | 'revoke-admin';

export const changedTexts: Record<EmployeeChange, (name: string) => string> = {
  activate: (name) => `${name} is now active. We let them know by email.`,
  terminate: (name) => `${name} was terminated and signed out.`,
  'promote-admin': (name) => `${name} is now an admin.`,
  'revoke-admin': (name) => `${name} is now an employee.`,
};

/** The sentence of specification §8, followed by the reason. */
export const failedTexts: Record<EmployeeChange, (name: string) => string> = {
  activate: (name) => `Failed to activate ${name}, please try again.`,
  terminate: (name) => `Failed to terminate ${name}, please try again.`,
  'promote-admin': (name) => `Failed to promote ${name}, please try again.`,
  'revoke-admin': (name) => `Failed to update role of ${name}, please try again.`,
};

export function showTab(status: UserStatus, count: number): string {
  return `Show ${count} in ${userStatusLabels[status]}`;
}
