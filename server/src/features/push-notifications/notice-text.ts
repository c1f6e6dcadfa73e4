import type { NeedsYouKind } from '@kinbridge/contract/needs-you/needs-you.contract';
import type { PushNotice } from '@kinbridge/contract/push-notifications/push-notifications.contract';

export interface NoticeItem {
  kind: NeedsYouKind;
  /** A request, or a member with a proposed change. */
  entityId: number;
  /** Whether the reader's organization sent the request. */
  isSender: boolean;
}

/** Without names: push services and lock screens show who was told, and what. */
const sentences: Record<NeedsYouKind, string> = {
  DECLINED: 'The provider declined this request.',
  OVERDUE: "The provider hasn't responded in time.",
  STALLED: 'Nothing has happened on this request for a while.',
  COMMENT: 'There is a new comment.',
  SUSPENDED: "The provider can't help anymore. Refer the member elsewhere.",
  WAITING: 'This request is waiting for your response.',
  MEMBER_SAID_NO: "The member says that help hasn't arrived.",
  NO_ANSWER: "The member hasn't said whether help arrived.",
  PROPOSED_CHANGE: "A change of a member's details is waiting for your decision.",
};

const sending: ReadonlySet<NeedsYouKind> = new Set(['DECLINED', 'OVERDUE', 'SUSPENDED']);
const providing: ReadonlySet<NeedsYouKind> = new Set(['WAITING', 'MEMBER_SAID_NO', 'NO_ANSWER']);

export function noticeText({ kind, entityId, isSender }: NoticeItem): PushNotice {
  const body = sentences[kind];
  if (kind === 'PROPOSED_CHANGE') return { title: 'Proposed change', body, url: `/members/${entityId}` };
  const outgoing = sending.has(kind) || (isSender && !providing.has(kind));
  const board = outgoing ? 'service-requests' : 'incoming-service-requests';
  return { title: `Ticket #${entityId}`, body, url: `/${board}?ticket=${entityId}` };
}
