import { type UserStatus, userStatusLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';

export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

export const employeesTexts = {
  title: 'Employee Management',
  search: 'Search Employees...',
  searched: 'A search looks for names, roles, email addresses, phone numbers and ids.',
  notFoundTitle: 'Employee not found',
  notFound: 'There is no such employee, or they belong to another organization.',
  terminate: 'Terminate Employee',
  activate: 'Activate Employee',
};

/** What a tab without anybody says. */
export const emptyTexts: Record<UserStatus, { title: string; text: string }> = {
  PENDING: {
    title: 'Nobody is waiting',
    text: 'People who sign up for your organization and verify their email appear here, until you let them in.',
  },
  ACTIVE: { title: 'Nobody is active', text: 'Those whom you activate appear here.' },
  INACTIVE: {
    title: 'Nobody was terminated',
    text: 'Those whom you terminate appear here, and can be activated again.',
  },
};

export function terminateQuestion(name: string) {
  return {
    title: `Terminate ${name}?`,
    text: `${name} is signed out everywhere at once, and sees nothing but their own profile from then on. Open requests stay with them until you reassign them on their page.`,
    confirm: 'Terminate',
  };
}

export type EmployeeChange = 'activate' | 'terminate' | 'promote-admin' | 'revoke-admin';

export const changedTexts: Record<EmployeeChange, (name: string) => string> = {
  activate: (name) => `${name} is active now. We told them by e-mail.`,
  terminate: (name) => `${name} is terminated and signed out.`,
  'promote-admin': (name) => `${name} is an admin now.`,
  'revoke-admin': (name) => `${name} is an employee now.`,
};

/** Specification §8, and after it why. */
export const failedTexts: Record<EmployeeChange, (name: string) => string> = {
  activate: (name) => `Failed to activate ${name}, please try again.`,
  terminate: (name) => `Failed to terminate ${name}, please try again.`,
  'promote-admin': (name) => `Failed to promote ${name}, please try again.`,
  'revoke-admin': (name) => `Failed to update role of ${name}, please try again.`,
};

export function showTab(status: UserStatus, count: number): string {
  return `Show ${count} in ${userStatusLabels[status]}`;
}
