import type { DeskThread } from '@kinbridge/contract/operator/operator-support.contract';
import { supportMessageTypes } from '@kinbridge/contract/support/support.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useDraft } from '../../../lib/use-draft.ts';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { ownQuestionTexts, supportStateTexts } from '../support.texts.ts';
import { type ThreadMessage, ThreadMessages } from '../thread-messages.tsx';
import { useChangeQuestion } from './desk.api.ts';
import { deskTexts } from './desk.texts.ts';

interface DeskQuestionProps {
  thread: DeskThread;
  operators: { id: number; firstName: string; lastName: string }[];
}

/** A question with its thread: assign, answer, close and reopen. */
export function DeskQuestion({ thread, operators }: DeskQuestionProps) {
  const change = useChangeQuestion(thread);
  const { id, state, assignee, messageType } = thread;
  const [text, setText] = useDraft(`support-answer-${id}`);

  function answer(event: FormEvent) {
    event.preventDefault();
    const typed = text.trim();
    if (typed !== '') change.mutate({ answer: typed }, { onSuccess: () => setText('') });
  }

  return (
    <SectionCard title={supportMessageTypes[messageType]} note={<Text c="dimmed">{supportStateTexts[state]}</Text>}>
      <Stack gap={14} p="md" maw={720}>
        {change.error && <CallFailure title={deskTexts.failure} error={change.error} />}
        <Group align="flex-end" gap={8}>
          <Select
            label="Assigned to"
            placeholder={deskTexts.nobody}
            clearable
            data={operators.map((person) => ({ value: String(person.id), label: fullName(person) }))}
            value={assignee ? String(assignee.id) : null}
            onChange={(value) => change.mutate({ assigneeId: value === null ? null : Number(value) })}
          />
          <Button variant="default" onClick={() => change.mutate({ state: state === 'CLOSED' ? 'OPEN' : 'CLOSED' })}>
            {state === 'CLOSED' ? deskTexts.reopen : deskTexts.close}
          </Button>
        </Group>
        <ThreadMessages messages={messagesOf(thread)} label={deskTexts.thread} />
        <form onSubmit={answer}>
          <Stack gap={8}>
            <GrowingTextarea
              label={deskTexts.answer}
              description={deskTexts.answerHelp}
              minRows={3}
              maxRows={12}
              maxLength={4000}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={change.isPending} disabled={text.trim() === ''}>
                {deskTexts.send}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </SectionCard>
  );
}

function messagesOf({ feedback, createTimestamp, asker, replies }: DeskThread): ThreadMessage[] {
  const askedBy = asker ? fullName(asker) : deskTexts.member;
  const rest = replies.map(({ id, fromOperator, author, body, createTimestamp: at }) => ({
    id,
    own: fromOperator,
    who: fromOperator ? (author ? fullName(author) : ownQuestionTexts.support) : askedBy,
    body,
    at,
  }));
  return [{ id: 0, own: false, who: askedBy, body: feedback, at: createTimestamp }, ...rest];
}
