import { type ServiceType, serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { type Service, serviceInput } from '@kinbridge/contract/services/services.contract';
import { useForm } from '@mantine/form';
import { z } from 'zod';
import { changedFields, type EditedValue, rebaseEdit } from '../../ui/form/edited-record.ts';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { servicesLabels } from './services.texts.ts';

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

/** The form's field of a service, by the service's place in the list. */
type Path = `services.${number}.${keyof ServiceValues}`;

export function toValues({ name, type, description }: Service): ServiceValues {
  return { name, type, description: description ?? '' };
}

/** The edited fields of each edited service, by its id. */
export function typedIn({ services }: ServicesValues, known: Service[]): Record<number, Partial<ServiceValues>> {
  const edits = known.map((saved, index): [number, Partial<ServiceValues>] => {
    const before = toValues(saved);
    return [saved.id, changedFields(['name', 'type', 'description'], services[index] ?? before, before)];
  });
  return Object.fromEntries(edits.filter(([, edit]) => Object.keys(edit).length > 0));
}

/** Merges newer saved values into the form, except where the person typed something else. All three have the same order. */
export function rebase({ services }: ServicesValues, known: Service[], fresh: Service[]) {
  const each = services.map((values, index) => {
    const labelOf = (name: keyof ServiceValues) => `${servicesLabels[`services.*.${name}`]} of service #${index + 1}`;
    const labels = { name: labelOf('name'), type: labelOf('type'), description: labelOf('description') };
    const savedIn = (list: Service[]) => toValues(list[index] as Service);
    return rebaseEdit(labels, { values, before: savedIn(known), fresh: savedIn(fresh) });
  });
  return {
    values: { services: each.map(({ values }) => values) },
    conflicts: each.flatMap(({ conflicts }, index) =>
      conflicts.map((conflict) => ({ ...conflict, field: `services.${index}.${conflict.field}` as const })),
    ),
  };
}

/** The fields of all services, each under its path in the form. */
export function byPath({ services }: ServicesValues): Record<Path, string | null> {
  return Object.fromEntries(
    services.flatMap((service, index) =>
      Object.entries(service).map(([name, value]) => [`services.${index}.${name}`, value]),
    ),
  );
}

/** The words for values that the form doesn't show as stored. */
export function sayService(path: Path, value: EditedValue): string | undefined {
  return path.endsWith('.type') && value !== null ? serviceTypeLabels[value as ServiceType] : undefined;
}

export function servicesErrors(services: ServiceValues[]): Record<string, string> {
  return errorsFromSchema(servicesSchema, { services });
}
