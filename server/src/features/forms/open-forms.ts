import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { isClosed, type OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import { type Caller, isActiveStaff, type Visitor } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { AnswerableForm } from './forms.queries.ts';

export function isOwnStaff(caller: Caller | Visitor, organizationId: number): boolean {
  return isActiveStaff(caller) && caller.organizationId === organizationId;
}

interface Opened {
  organizationId: number;
  approval: OrganizationApproval;
  isArchived: boolean;
}

/** A form for everyone with its link; nobody vouches for a waiting organization's, so only its own staff open those. */
export function requireOpenForm(caller: Caller | Visitor, { organizationId, approval, isArchived }: Opened): void {
  if (approval === 'WAITING' && !isOwnStaff(caller, organizationId)) {
    throw new AppError('organization_waiting', "This form isn't open yet. Please try again later.");
  }
  if (isArchived || isClosed(approval)) {
    throw new AppError('gone', 'This form is closed and no longer accepts answers.');
  }
}

const openAfterArchivingMs = 7 * 86_400_000;

/** The version an answer names. People answer offline, so an archived form accepts answers for 7 more days. */
export function requireAnswerable(
  caller: Caller | Visitor,
  form: AnswerableForm | null,
  version: number,
): FormVersion & { formId: number } {
  if (!form) throw notFound('form');
  const { organization_id: organizationId, approval, archived_timestamp: archived } = form;
  const isArchived = archived !== null && Date.now() - archived.getTime() > openAfterArchivingMs;
  requireOpenForm(caller, { organizationId, approval, isArchived });
  if (!form.form_version) throw invalidField('version', `This form has no version ${version}.`);
  return { ...form.form_version, formId: form.form_id };
}
