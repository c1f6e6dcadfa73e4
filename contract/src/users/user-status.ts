/** Everyone can sign up as one of these. */
export const signUpTypes = ['PATIENT', 'EMPLOYEE', 'ADMIN'] as const;

/** An operator runs the network and belongs to no organization. */
export const userTypes = [...signUpTypes, 'OPERATOR'] as const;
export type UserType = (typeof userTypes)[number];
export const userTypeLabels: Record<UserType, string> = {
  PATIENT: 'Member',
  EMPLOYEE: 'Employee',
  ADMIN: 'Admin',
  OPERATOR: 'Operator',
};

/** In the order of the tabs of Employee Management. */
export const userStatuses = ['PENDING', 'ACTIVE', 'INACTIVE'] as const;
export type UserStatus = (typeof userStatuses)[number];
export const userStatusLabels: Record<UserStatus, string> = {
  PENDING: 'Pending',
  ACTIVE: 'Active',
  INACTIVE: 'Terminated',
};
