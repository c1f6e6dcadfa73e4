import { newMember } from '@kinbridge/contract/member-fields/member-rules';
import type { Recognizable } from '@kinbridge/contract/members/member-matching';
import {
  type NewServiceRequest,
  newServiceRequest,
} from '@kinbridge/contract/service-requests/service-requests.contract';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { errorsFromSchema } from '../../../ui/form/form-errors-from-schema.ts';
import type { SamePersonAnswer } from '../../../ui/same-person/possible-match.ts';
import { newRequestTexts } from './new-request.texts.ts';
import { type KnownMember, type NewRequestValues, newRequestLabels, typedFields } from './new-request.values.ts';

interface RequestContext {
  organizationId: number;
  memberId: number | null;
  /** What staff said about the typed person, who may be known. */
  answer?: SamePersonAnswer | null;
  assignable: boolean;
  followsId?: number | null;
}

/**
 * One request for the API. A known member is sent by id, a new one with all details, and one whom staff recognized with
 * both.
 */
export function toNewRequest(values: NewRequestValues, context: RequestContext, serviceId: number): NewServiceRequest {
  const { memberId, answer = null } = context;
  const patient = { ...typedFields(values), ...(answer === 'new' && { newPerson: true }) };
  return {
    organizationId: context.organizationId,
    patientId: memberId ?? (answer === 'new' ? null : answer),
    patient: memberId === null ? patient : null,
    serviceId,
    description: values.description,
    ...(context.followsId != null && { followsId: context.followsId }),
    assigneeId: context.assignable && values.assigneeId !== null ? Number(values.assigneeId) : null,
  };
}

/** The person as the server reads them. */
export function typedPerson(values: NewRequestValues): Recognizable {
  return newMember.parse(typedFields(values));
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

/** A single service is preselected, until someone removes it. */
export function withOnlyService(ids: number[], offered: Service[], removed: boolean): number[] {
  const [only, second] = offered;
  return ids.length === 0 && !removed && only && !second && only.availability !== 'PAUSED' ? [only.id] : ids;
}

/** In the order they were chosen; services no longer offered are dropped. */
export function chosenServices(offered: Service[], ids: number[]): Service[] {
  return ids.map((id) => offered.find((service) => service.id === id)).filter((service) => service !== undefined);
}

/** Removes a chosen service and adds another. */
export function toggleService(ids: number[], toggled: number): number[] {
  return ids.includes(toggled) ? ids.filter((id) => id !== toggled) : [...ids, toggled];
}
