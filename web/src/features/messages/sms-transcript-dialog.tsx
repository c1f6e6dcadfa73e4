import { fullName } from '@kinbridge/contract/users/full-name';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { archiveQuery } from '../../lib/queries/archive.query.ts';
import { Dialog, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { ExportTranscriptButton } from './export-transcript-button.tsx';
import { transcriptQuery } from './messages.api.ts';
import { messageTexts } from './messages.texts.ts';
import { SmsComposer } from './sms-composer.tsx';
import { SmsThread } from './sms-thread.tsx';
import classes from './sms-transcript-dialog.module.css';

interface SmsTranscriptDialogProps {
  member: { id: number; firstName: string; lastName: string };
  /** With a request, its transcript; without one, all texts with the member. */
  serviceRequestId?: number | undefined;
  /** Why this person gets no texts, if known. */
  smsBlockedReason?: string | null | undefined;
  onClose: () => void;
}

/** The texts between a member and staff, with a reply box. */
export function SmsTranscriptDialog({ member, serviceRequestId, smsBlockedReason, onClose }: SmsTranscriptDialogProps) {
  const transcript = { memberId: member.id, serviceRequestId };
  const { data: messages, error, refetch } = useQuery(transcriptQuery(transcript));
  const archivedUntil = useQuery(archiveQuery).data?.texts;
  const note = archivedUntil ? messageTexts.archived(archivedUntil) : undefined;
  const name = fullName(member);
  return (
    <Dialog opened onClose={onClose} title={messageTexts.transcript}>
      <div className={`gap-xs px-lg py-10 gap-x-sm border-bottom row wrap ${classes.header}`}>
        <div className={`min-w-0 anywhere ${classes.names}`}>
          <Text fw={600}>{name}</Text>
          <Text fz="xs" c="dimmed">
            {serviceRequestId === undefined ? messageTexts.allTexts : `Ticket #${serviceRequestId}`}
          </Text>
        </div>
        <ExportTranscriptButton
          of={serviceRequestId === undefined ? { memberId: member.id } : { serviceRequestId }}
          disabled={!messages?.length}
        />
      </div>
      <div className={`scroll-y column justify-end ${classes.thread}`} aria-busy={!messages && !error}>
        {messages?.length === 0 && (
          <EmptyState title={messageTexts.empty} text={note ?? messageTexts.emptyText(member.firstName)} />
        )}
        {messages && messages.length > 0 && (
          <SmsThread messages={messages} label={messageTexts.transcript} note={note} />
        )}
        {!messages && error && <LoadFailure error={error} level={2} onRetry={refetch} />}
        {!messages && !error && <ThreadSkeleton />}
      </div>
      <DialogFooter>
        <SmsComposer {...transcript} firstName={member.firstName} blockedReason={smsBlockedReason ?? null} />
      </DialogFooter>
    </Dialog>
  );
}

/** Placeholder bubbles. */
function ThreadSkeleton() {
  return (
    <div className="gap-lg px-lg py-sm column">
      <Skeleton height={62} width="70%" ml="auto" radius="lg" />
      <Skeleton height={34} width="48%" radius="lg" />
      <Skeleton height={62} width="70%" ml="auto" radius="lg" />
    </div>
  );
}
