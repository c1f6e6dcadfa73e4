import { z } from 'zod';
import { organizationTypes } from './organization-type.ts';

export const organizationType = z.enum(organizationTypes, { error: 'Organization type is required.' });
