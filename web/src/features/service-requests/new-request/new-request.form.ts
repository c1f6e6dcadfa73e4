import {
  type NewServiceRequest,
  newServiceRequest,
} from '@kinbridge/contract/service-requests/service-requests.contract';
import { errorsFromSchema } from '../../../ui/form/form-errors-from-schema.ts';
import { newRequestTexts } from './new-request.texts.ts';
import {
  type KnownMember,
  type MemberField,
  memberFields,
  type NewRequestValues,
  newRequestLabels,
} from './new-request.values.ts';

/** One request for the API. A known member is sent by id, a new one with all details. */
export function toNewRequest(
  values: NewRequestValues,
  context: { organizationId: number; memberId: number | null; assignable: boolean; followsId?: number | null },
  serviceId: number,
): NewServiceRequest {
  const patient = Object.fromEntries(memberFields.map((field) => [field, values[field]])) as Record<
    MemberField,
    string
  >;
  return {
    organizationId: context.organizationId,
    patientId: context.memberId,
    patient: context.memberId === null ? patient : null,
    serviceId,
    description: values.description,
    ...(context.followsId != null && { followsId: context.followsId }),
    assigneeId: context.assignable && values.assigneeId !== null ? Number(values.assigneeId) : null,
  };
}

export function validateRequest(values: NewRequestValues, known: KnownMember | null, file: File | null) {
  const context = { organizationId: 1, memberId: known?.id ?? null, assignable: true };
  const [serviceId = Number.NaN] = values.serviceIds;
  const errors = toFormErrors(errorsFromSchema(newServiceRequest, toNewRequest(values, context, serviceId)));
  if (values.attach && !file) errors.attach = newRequestTexts.fileMissing;
  return errors;
}

/** Messages of the contract or the server, by this form's fields. */
export function toFormErrors(errors: Record<string, string>): Record<string, string> {
  const ours = Object.entries(errors).map(([path, sentence]) => [fieldOf(path), sentence]);
  return Object.fromEntries(ours.filter(([field]) => field !== null));
}

function fieldOf(path: string): string | null {
  const field = path.replace(/^patient\./, '').replace(/^serviceId$/, 'serviceIds');
  return field in newRequestLabels ? field : null;
}
