import { supportMessageTypes, type OwnThread as Thread } from '@kinbridge/contract/support/support.contract';
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { SectionFailure } from '../../ui/section/section-failure.tsx';

import { OwnReply } from './own-reply.tsx';
import { ownThreadQuery, useMarkAnswersRead } from './support.api.ts';
import { ownQuestionTexts } from './support.texts.ts';
import { type ThreadMessage, ThreadMessages } from './thread-messages.tsx';

/** One of the person's questions with its answers, and a box to reply. Opening it marks the answers as read. */
export function OwnThread({ id, onBack }: { id: number; onBack: () => void }) {
  const { data: thread, error, refetch } = useQuery(ownThreadQuery(id));
  const { mutate } = useMarkAnswersRead(id);
  const markRead = useEffectEvent(() => mutate());
  const unread = thread?.unread === true;
  useEffect(() => {
    if (unread) markRead();
  }, [unread]);
  return (
    <Stack gap={14}>
      <Title order={2} tabIndex={-1} data-autofocus>
        {thread ? supportMessageTypes[thread.messageType] : ownQuestionTexts.title}
      </Title>
      {!thread && error && <SectionFailure sentence={ownQuestionTexts.threadFailure} onRetry={refetch} />}
      {!thread && !error && <Skeleton height={200} />}
      {thread && (
        <>
          <ThreadMessages messages={messagesOf(thread)} label={ownQuestionTexts.thread} />
          {thread.state === 'CLOSED' && <Text c="dimmed">{ownQuestionTexts.reopens}</Text>}
          <OwnReply id={id} />
        </>
      )}
      <Group>
        <Button variant="default" onClick={onBack}>
          {ownQuestionTexts.back}
        </Button>
      </Group>
    </Stack>
  );
}

function messagesOf({ feedback, createTimestamp, replies }: Thread): ThreadMessage[] {
  const question = { id: 0, own: true, who: ownQuestionTexts.you, body: feedback, at: createTimestamp };
  const rest = replies.map(({ id, fromOperator, body, createTimestamp: at }) => ({
    id,
    own: !fromOperator,
    who: fromOperator ? ownQuestionTexts.support : ownQuestionTexts.you,
    body,
    at,
  }));
  return [question, ...rest];
}
