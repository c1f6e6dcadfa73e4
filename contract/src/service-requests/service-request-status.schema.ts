import { z } from 'zod';
import { serviceRequestStatuses } from './service-request-status.ts';

export const serviceRequestStatus = z.enum(serviceRequestStatuses);
