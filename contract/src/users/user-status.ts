import { z } from 'zod';

export const userTypeLabels = { PATIENT: 'Member', EMPLOYEE: 'Employee', ADMIN: 'Admin' } as const;
export type UserType = keyof typeof userTypeLabels;
export const userType = z.enum(['PATIENT', 'EMPLOYEE', 'ADMIN']);

export const userStatusLabels = { PENDING: 'Pending', ACTIVE: 'Active', INACTIVE: 'Terminated' } as const;
export type UserStatus = keyof typeof userStatusLabels;
export const userStatus = z.enum(['PENDING', 'ACTIVE', 'INACTIVE']);
