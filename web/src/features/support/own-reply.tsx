import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useDraft } from '../../lib/use-draft.ts';
import { GrowingTextarea } from '../../ui/fields/growing-textarea.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { useReplyToAnswer } from './support.api.ts';
import { ownQuestionTexts } from './support.texts.ts';

/** The reply box of a thread. What was typed is kept until it is sent. */
export function OwnReply({ id }: { id: number }) {
  const [text, setText] = useDraft(`support-reply-${id}`);
  const send = useReplyToAnswer(id);

  function submit(event: FormEvent) {
    event.preventDefault();
    const body = text.trim();
    if (body !== '') send.mutate(body, { onSuccess: () => setText('') });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap={8}>
        {send.error && <CallFailure title={ownQuestionTexts.replyFailure} error={send.error} />}
        <GrowingTextarea
          label={ownQuestionTexts.reply}
          placeholder={ownQuestionTexts.placeholder}
          minRows={2}
          maxRows={6}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={send.isPending} disabled={text.trim() === ''}>
            {ownQuestionTexts.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
