import { type AuditKind, auditChanges, auditKinds } from '@kinbridge/contract/happenings';
import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../lib/api.ts';
import { download } from '../../lib/other-answers.ts';

/** The log's filters; blank values mean all. */
export interface AuditFilter {
  actorId: string;
  entityType: string;
  entityId: string;
  kind: AuditKind | 'Changes' | 'Everything';
  fromDate: string;
  toDate: string;
}

/** Views outnumber changes by far, so the log opens on the changes. */
export const firstFilter: AuditFilter = {
  actorId: '',
  entityType: '',
  entityId: '',
  kind: 'Changes',
  fromDate: '',
  toDate: '',
};

export const kindChoices = ['Changes', 'Everything', ...Object.keys(auditKinds)] as AuditFilter['kind'][];

function toQuery({ kind, ...filter }: AuditFilter) {
  const asked = Object.entries(filter).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(asked), ...actionsOf(kind) };
}

function actionsOf(kind: AuditFilter['kind']) {
  if (kind === 'Everything') return {};
  return { action: (kind === 'Changes' ? auditChanges : auditKinds[kind]).join(',') };
}

export function auditQuery(organizationId: number, filter: AuditFilter, page: number, size: number) {
  return callQuery(['audit', organizationId, filter, page, size], 'GET /v1/organizations/{id}/audit', {
    params: { id: organizationId },
    query: { ...toQuery(filter), page, size },
    placeholderData: keepPreviousData,
    // People who open the log want to see the latest entries.
    staleTime: 0,
  });
}

interface MemberActivity {
  memberId: number;
  /** An empty list means all actions. */
  actions: readonly string[];
  page: number;
  size: number;
}

/** The log of one member's record. */
export function memberActivityQuery(organizationId: number, { memberId, actions, page, size }: MemberActivity) {
  return callQuery(['audit', organizationId, { memberId, actions }, page, size], 'GET /v1/organizations/{id}/audit', {
    params: { id: organizationId },
    query: {
      entityType: 'user',
      entityId: memberId,
      ...(actions.length > 0 && { action: actions.join(',') }),
      page,
      size,
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function downloadAuditLog(organizationId: number, filter: AuditFilter): Promise<Blob> {
  return download('GET /v1/organizations/{id}/audit/csv', {
    params: { id: organizationId },
    query: toQuery(filter),
  });
}
