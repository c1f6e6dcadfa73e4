import { z } from 'zod';
import { id, optionalText, requiredText } from '../shared/fields.ts';
import { serviceType } from './service-type.schema.ts';

/** A service as it is entered; at registration and in the account. */
export const serviceInput = z.strictObject({
  name: requiredText('Service name', 120),
  type: serviceType,
  description: optionalText('Description', 1000),
});

export type ServiceInput = z.input<typeof serviceInput>;

export const service = z
  .strictObject({
    id,
    name: z.string(),
    type: serviceType,
    description: z.string().nullable(),
    organizationId: id,
    organization: z.strictObject({ id, name: z.string() }),
  })
  .meta({ id: 'Service' });

export type Service = z.infer<typeof service>;
