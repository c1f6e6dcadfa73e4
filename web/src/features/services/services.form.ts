import { serviceInput } from '@kinbridge/contract/services/services.contract';
import { useForm } from '@mantine/form';
import { z } from 'zod';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';

export interface ServiceValues {
  name: string;
  type: string | null;
  description: string;
}

export const emptyService: ServiceValues = { name: '', type: null, description: '' };

export interface ServicesValues {
  services: ServiceValues[];
}

const servicesSchema = z.object({ services: z.array(serviceInput) });

export function useServicesForm(initial: ServiceValues[], onChange: (services: ServiceValues[]) => void) {
  return useForm<ServicesValues>({
    initialValues: { services: initial },
    validate: (values) => servicesErrors(values.services),
    onValuesChange: (values) => onChange(values.services),
  });
}

export function servicesErrors(services: ServiceValues[]): Record<string, string> {
  return errorsFromSchema(servicesSchema, { services });
}
