import type { ServiceType } from '@kinbridge/contract/services/service-type';
import { useCallback, useMemo } from 'react';
import { readDraft, writeDraft } from '../../lib/draft-store.ts';
import type { ListSort } from '../../lib/lists/list-url.ts';
import { parseDraft, useDraft } from '../../lib/use-draft.ts';

export type MemberSortField = 'id' | 'firstName' | 'lastName' | 'dateOfBirth' | 'email' | 'zipCode' | 'createTimestamp';

/** The member filters. */
export interface MemberFilters {
  name: string;
  serviceType: ServiceType | null;
  serviceName: string;
  fromDate: string | null;
  toDate: string | null;
}

/** A mass message before it is sent. It holds people's ids, never their names. */
export interface MassMessageDraft {
  message: string;
  memberIds: number[];
  employeeIds: number[];
  tab: 'members' | 'employees';
  filters: MemberFilters;
  page: number;
  sort: ListSort<MemberSortField>;
  /** The same message to the same people is sent once, no matter how often Send is pressed. */
  idempotencyKey: string;
}

export const noFilters: MemberFilters = { name: '', serviceType: null, serviceName: '', fromDate: null, toDate: null };

const emptyDraft: MassMessageDraft = {
  message: '',
  memberIds: [],
  employeeIds: [],
  tab: 'members',
  filters: noFilters,
  page: 0,
  sort: { field: 'firstName', descending: true },
  idempotencyKey: '',
};

const name = 'mass-message';

/** Stored in the tab until it is sent, so that a reload or a failure loses nothing and searches stay out of the URL. */
export function useMassMessageDraft() {
  const [text] = useDraft(name);
  const draft = useMemo(() => parseDraft(text, emptyDraft), [text]);
  const change = useCallback((changed: Partial<MassMessageDraft>) => {
    const isOther = 'message' in changed || 'memberIds' in changed || 'employeeIds' in changed;
    const next = { ...parseDraft(readDraft(name), emptyDraft), ...(isOther && { idempotencyKey: '' }), ...changed };
    writeDraft(name, JSON.stringify(next));
  }, []);
  return { draft, change, forget: forgetMassMessage };
}

function forgetMassMessage(): void {
  writeDraft(name, '');
}
