import { z } from 'zod';
import { serviceTypes } from './service-type.ts';

export const serviceType = z.enum(serviceTypes, { error: 'Service type is required.' });
