import { z } from 'zod';
import { isBirthday } from './calendar-date.ts';

const message = 'Must be a valid date after 01-01-1900 and no later than today.';

export const birthday = z
  .string({ error: message })
  .refine((text) => isBirthday(text), message)
  .meta({ format: 'date', example: '1990-03-04' });
