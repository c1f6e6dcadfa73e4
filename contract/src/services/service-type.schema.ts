import { z } from 'zod';
import { serviceTypes } from './service-type.ts';

const known = `Service type must be one of ${serviceTypes.join(', ')}.`;

export const serviceType = z.enum(serviceTypes, {
  error: ({ input }) => (typeof input === 'string' && input.trim() !== '' ? known : 'Service type is required.'),
});
