export const userTypes = ['PATIENT', 'EMPLOYEE', 'ADMIN'] as const;
export type UserType = (typeof userTypes)[number];
export const userTypeLabels: Record<UserType, string> = { PATIENT: 'Member', EMPLOYEE: 'Employee', ADMIN: 'Admin' };

/** In the order of the tabs of Employee Management. */
export const userStatuses = ['PENDING', 'ACTIVE', 'INACTIVE'] as const;
export type UserStatus = (typeof userStatuses)[number];
export const userStatusLabels: Record<UserStatus, string> = {
  PENDING: 'Pending',
  ACTIVE: 'Active',
  INACTIVE: 'Terminated',
};
