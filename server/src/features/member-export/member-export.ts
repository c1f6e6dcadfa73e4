import type { AuditEntry } from '@kinbridge/contract/audit/audit.contract';
import type { MemberMerge } from '@kinbridge/contract/members/merges.contract';
import type { SmsMessage } from '@kinbridge/contract/messages/messages.contract';
import type {
  Comment,
  ServiceRequest,
  TimelineEntry,
} from '@kinbridge/contract/service-requests/service-requests.contract';
import type { ProposedChange } from '@kinbridge/contract/users/proposed-changes.contract';
import type { User } from '@kinbridge/contract/users/users.contract';
import type { Executor } from '../../db/database.ts';
import { findChanges } from '../../records/users/proposed-changes.queries.ts';
import { findUser } from '../../records/users/users.queries.ts';
import { findAuditBefore } from '../audit/audit.queries.ts';
import type { ErasureScope } from '../erasure/erasure.queries.ts';
import { findMemberForms } from '../forms/member-forms.queries.ts';
import { findMerges } from '../members/merges.queries.ts';
import { findMemberMessages } from '../messages/messages.queries.ts';
import { findComments } from '../service-requests/comments.queries.ts';
import { findRequestsOfMember } from '../service-requests/service-requests.queries.ts';
import { findTimeline } from '../service-requests/timeline.queries.ts';
import {
  type ExportedAnswer,
  type ExportedFile,
  findExportedAnswers,
  findExportedFiles,
} from './member-export.queries.ts';

export interface MemberExport {
  profile: User;
  mergedRecords: User[];
  merges: MemberMerge[];
  proposedChanges: ProposedChange[];
  requests: (ServiceRequest & { notes: Comment[]; timeline: TimelineEntry[] })[];
  texts: SmsMessage[];
  assignedForms: Awaited<ReturnType<typeof findMemberForms>>;
  answers: ExportedAnswer[];
  files: ExportedFile[];
  /** The organization's own log about the member, newest first. */
  log: AuditEntry[];
}

/** So that a member viewed for years doesn't fill the memory. */
const mostLogEntries = 20_000;

/** Everything that the organization can see about one member; null if it sees nothing. */
export async function gatherMember(db: Executor, scope: ErasureScope): Promise<MemberExport | null> {
  const { organizationId, memberId, ids } = scope;
  const viewer = { organizationId, isAdmin: true };
  const profile = await findUser(db, memberId, viewer);
  if (!profile) return null;
  const merged = await Promise.all(ids.filter((id) => id !== memberId).map((id) => findUser(db, id, viewer)));
  const requests: MemberExport['requests'] = [];
  for (const request of await findRequestsOfMember(db, memberId, organizationId)) {
    const notes: Comment[] = JSON.parse((await findComments(db, organizationId, request.id)) ?? '[]');
    const timeline: TimelineEntry[] = JSON.parse((await findTimeline(db, organizationId, request.id)) ?? '[]');
    requests.push({ ...request, notes, timeline });
  }
  return {
    profile,
    mergedRecords: merged.filter((user) => user !== null),
    merges: await findMerges(db, organizationId, memberId),
    proposedChanges: await findChanges(db, organizationId, memberId),
    requests,
    texts: await findMemberMessages(db, organizationId, memberId),
    assignedForms: await findMemberForms(db, memberId, organizationId),
    answers: await findExportedAnswers(db, organizationId, memberId),
    files: await findExportedFiles(db, organizationId, memberId),
    log: await findAuditBefore(
      db,
      organizationId,
      { entityType: 'user', entityId: memberId },
      { before: null, limit: mostLogEntries },
    ),
  };
}
