import { z } from 'zod';
import { userStatuses, userTypes } from './user-status.ts';

export const userType = z.enum(userTypes);
export const userStatus = z.enum(userStatuses);
