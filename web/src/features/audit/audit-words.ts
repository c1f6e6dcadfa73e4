import type { AuditEntry } from '@kinbridge/contract/audit/audit.contract';
import { type OutcomeCode, outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import {
  type ServiceRequestStatus,
  serviceRequestStatusLabels,
} from '@kinbridge/contract/service-requests/service-request-status';
import { type Availability, availabilityLabels } from '@kinbridge/contract/services/availability';
import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import { type UserType, userTypeLabels } from '@kinbridge/contract/users/user-status';

/** A piece of a sentence: text, or the name of a record with a link. */
export type Piece = string | { text: string; to: string };

/** The names for ids. The log stores no names, so that it can outlive them. */
export interface KnownNames {
  employees: ReadonlyMap<number, string>;
  services: ReadonlyMap<number, string>;
  /** The member on whose page the sentences appear. */
  thisMember?: number;
}

export const requestLists: Record<string, string | undefined> = {
  outgoing: 'the outgoing requests',
  incoming: 'the incoming requests',
  assignments: 'the requests of an employee',
  filter: 'the latest request of each member',
  'needs-you': 'the requests that need them',
  metrics: 'the requests behind a number of the metrics dashboard',
};

/** The log's words for what a list can be searched for; page, size and sort aren't mentioned. */
const searchLabels: Record<string, string> = {
  name: '',
  search: '',
  firstName: '',
  lastName: '',
  dateOfBirth: 'born ',
  phoneNumber: 'phone ',
  email: 'email ',
  zipCode: 'zip code ',
  participantId: 'participant ID ',
  birthDate: 'born ',
  status: 'status ',
  serviceType: 'service type ',
  serviceName: 'service ',
  fromDate: 'from ',
  toDate: 'until ',
};

/** A list as it was requested, and how many records it showed. */
export function listed({ detail }: AuditEntry, list: string, searched: string): string {
  const { asked, shown, shownCount } = detail;
  if (!Array.isArray(shown)) return `viewed ${list}`;
  const total = typeof shownCount === 'number' ? shownCount : shown.length;
  const count = `: ${inNumbers(total)} shown`;
  if (asked === null) return `searched ${searched} for something that was erased${count}`;
  const terms = Object.entries(searchLabels).flatMap(([name, word]) => {
    const value = (asked as Record<string, unknown> | undefined)?.[name];
    return value === undefined || value === '' ? [] : `${word}“${value}”`;
  });
  return terms.length === 0 ? `viewed ${list}${count}` : `searched ${searched} for ${terms.join(', ')}${count}`;
}

export function subject(entry: AuditEntry, names: KnownNames): Piece {
  if (entry.entityType === 'service-request') return request(entry);
  if (entry.entityType === 'campaign') return massMessage(entry);
  if (entry.entityType === 'service') return service(entry, names);
  if (entry.entityType === 'user') return person(entry, names);
  return `${withSpaces(entry.entityType)} #${entry.entityId}`;
}

/** An employee by name; anyone else is a member, whose name the log doesn't show. */
export function person({ entityId }: AuditEntry, { employees, thisMember }: KnownNames): Piece {
  if (entityId !== null && entityId === thisMember) return 'this member';
  const name = entityId === null ? undefined : employees.get(entityId);
  return name === undefined
    ? { text: `member #${entityId}`, to: `/members/${entityId}` }
    : { text: name, to: `/employees/${entityId}` };
}

export function times(count: unknown): string {
  return typeof count === 'number' && count > 1 ? ` (${count} times within a minute)` : '';
}

export function otherMember(id: unknown): Piece {
  return { text: `member #${id}`, to: `/members/${id}` };
}

export function files(ids: unknown): string {
  const named = Array.isArray(ids) ? ids.map((id) => `#${id}`) : [];
  return named.length === 1 ? `file ${named[0]}` : `files ${named.join(', ')}`;
}

export function whose(entry: AuditEntry, names: KnownNames): Piece[] {
  return entry.actor && entry.actor.id === entry.entityId
    ? ['their own profile']
    : ['the profile of ', person(entry, names)];
}

export function request({ entityId }: AuditEntry): Piece {
  return { text: `request #${entityId}`, to: `/incoming-service-requests?ticket=${entityId}` };
}

const needs: Record<string, string | undefined> = {
  DECLINED: 'the decline of',
  OVERDUE: 'the missed due time of',
  STALLED: 'the standstill of',
  COMMENT: 'the last comment on',
  SUSPENDED: 'the missing provider of',
  WAITING: 'the waiting',
  MEMBER_SAID_NO: "the member's NO to",
  NO_ANSWER: 'the missing answer to',
};

/** What someone marked as done. */
export function needOf({ detail }: AuditEntry): string {
  return needs[String(detail.kind)] ?? 'what needed them about';
}

export function massMessage({ entityId }: AuditEntry): Piece {
  return { text: `mass message #${entityId}`, to: `/mass-messaging/${entityId}` };
}

export function peopleOf(value: unknown): string {
  return counted(Number(value), 'person', 'people');
}

/** People whose sign-ins were linked to a provider that is gone. */
export function unlinkedIn({ detail }: AuditEntry): Piece[] {
  return typeof detail.unlinked === 'number' ? [`, which unlinked ${peopleOf(detail.unlinked)}`] : [];
}

/** ': No capacity' */
export function outcomeOf({ detail }: AuditEntry): string {
  const { code } = (detail.outcome ?? {}) as { code?: OutcomeCode };
  return code ? `: ${outcomeLabel(code)}` : '';
}

export function service({ entityId }: AuditEntry, { services }: KnownNames): Piece {
  const name = entityId === null ? undefined : services.get(entityId);
  return name === undefined ? `service #${entityId}` : `the service ${name}`;
}

const fieldLabels: Record<string, string | undefined> = {
  imageFilename: 'logo',
  sendSmsTexts: 'SMS texts',
  sendPushNotifications: 'push notifications',
  mailSentRequests: 'emails about sent requests',
  mailAssignedRequests: 'emails about assigned requests',
  dailyDigest: 'daily digest',
  participantId: 'participant ID',
  requireSecondFactor: 'required second factor',
  singleSignOnIsSecondFactor: 'single sign-on as the second factor',
  idleMinutes: 'idle log-off',
  onlySingleSignOn: 'only single sign-on',
  breakGlassUserId: 'break-glass admin',
  newPeople: 'status of new people',
};

export function fieldsOf({ detail }: AuditEntry): Piece {
  const fields = Array.isArray(detail.fields)
    ? detail.fields.map((field) => fieldLabels[String(field)] ?? withSpaces(String(field)))
    : [];
  if (detail.logo === true) fields.push('logo');
  return fields.length === 0 ? 'nothing ' : `${fields.join(', ')} `;
}

export function statusOf(value: unknown): string {
  return serviceRequestStatusLabels[value as ServiceRequestStatus] ?? String(value);
}

export function availabilityOf(value: unknown): string {
  return availabilityLabels[value as Availability] ?? String(value);
}

export function userTypeOf(value: unknown): string {
  return value === undefined ? '' : ` as ${userTypeLabels[value as UserType] ?? String(value)}`;
}

/** `dateOfBirth` and `service-request.move` in words. */
export function withSpaces(name: string): string {
  return name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/[.-]/g, ' ')
    .toLowerCase();
}
