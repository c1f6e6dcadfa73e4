import { z } from 'zod';
import { signUpTypes, type UserStatus, userStatuses, userTypes } from './user-status.ts';

export const userType = z.enum(userTypes);
export const signUpType = z.enum(signUpTypes);
export const userStatus = z.enum(userStatuses);

const oneStatus = `(${userStatuses.join('|')})`;

/** One status, or several separated by commas, since the employees page needs all tabs together. */
export const userStatusList = z
  .string()
  .regex(new RegExp(`^${oneStatus}(,${oneStatus}){0,${userStatuses.length - 1}}$`), {
    error: `Must be one or more of ${userStatuses.join(', ')}.`,
  })
  .transform((text) => text.split(',') as UserStatus[]);
