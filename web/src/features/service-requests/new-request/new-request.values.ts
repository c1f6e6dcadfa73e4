import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { SamePersonAnswer } from '../../../ui/same-person/possible-match.ts';

/** An existing member, whose fields are shown locked. */
export type KnownMember = ServiceRequest['patient'] & { participantId?: string | null; language?: string | null };

/** A request that a new one tries again at another service. */
export type FollowedRequest = Pick<ServiceRequest, 'id' | 'status' | 'outcome' | 'overdue' | 'service' | 'patient'>;

export const memberLabels = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  phoneNumber: 'Phone',
  email: 'Email',
  zipCode: 'Zip code',
  participantId: 'Participant ID',
} as const;

export type MemberField = keyof typeof memberLabels;
export const memberFields = Object.keys(memberLabels) as MemberField[];

export const newRequestLabels = {
  ...memberLabels,
  description: 'Description',
  attach: 'File',
  serviceIds: 'Services',
  assigneeId: 'Assign to',
};

export type NewRequestValues = Record<MemberField, string> & {
  description: string;
  /** Whether the box that shows the drop zone is checked. */
  attach: boolean;
  serviceIds: number[];
  /** Null if someone assigns later. */
  assigneeId: string | null;
};

export const emptyRequest: NewRequestValues = {
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  phoneNumber: '',
  email: '',
  zipCode: '',
  participantId: '',
  description: '',
  attach: false,
  serviceIds: [],
  assigneeId: null,
};

export function isEmptyRequest(values: NewRequestValues): boolean {
  return JSON.stringify(values) === JSON.stringify(emptyRequest);
}

/** The person as typed. */
export function typedFields(values: NewRequestValues): Record<MemberField, string> {
  return Object.fromEntries(memberFields.map((field) => [field, values[field]])) as Record<MemberField, string>;
}

/** What was said about a person, as they were typed. */
export interface AnswerAbout {
  person: Record<MemberField, string>;
  is: SamePersonAnswer;
}

/** The answer, if it is about this person. Another one, or the same one typed otherwise, is asked about again. */
export function answerAbout(answer: AnswerAbout | null, values: NewRequestValues): SamePersonAnswer | null {
  return answer && memberFields.every((field) => answer.person[field] === values[field]) ? answer.is : null;
}
