import { attachmentMaxBytes, attachmentTypes } from '@kinbridge/contract/service-requests/attachment-limits';
import { ActionIcon, Button, FileButton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { IconPaperclip, IconSend, IconX } from '../../../ui/icons/icons.ts';
import { usePointedTooltip } from '../../../ui/popover/use-pointed-tooltip.tsx';
import { commentTexts } from '../review.texts.ts';
import classes from './comment-composer.module.css';
import { commentDraftName, keepFile, keptFile, recoverUnsent } from './comment-draft.ts';
import { commentKey, type NewComment, useSendComment } from './comments.api.ts';

interface CommentComposerProps {
  ticketId: number;
  /** On a phone: one line, with the button only once there is something to send. */
  short: boolean;
}

/** The comment box, with at most one file. Nothing typed is lost before the server has it. */
export function CommentComposer({ ticketId, short }: CommentComposerProps) {
  const client = useQueryClient();
  useEffect(() => {
    if (client.isMutating({ mutationKey: commentKey(ticketId) }) === 0) recoverUnsent(ticketId);
  }, [client, ticketId]);
  const [text, setText] = useDraft(commentDraftName(ticketId));
  const [file, setFile] = useState(() => keptFile(ticketId));
  const [problem, setProblem] = useState('');
  const [dragged, setDragged] = useState(false);
  const send = useSendComment(ticketId);
  const attempt = useRef<NewComment | null>(null);
  const oneAtATime = useOneAtATime();
  const box = useRef<HTMLTextAreaElement>(null);
  const [overAttach, attachTooltip] = usePointedTooltip(() => commentTexts.attach);
  const content = text.trim();
  const ready = content !== '' || file !== null;

  function choose(chosen: File | null) {
    if (!chosen) return;
    const found = fileProblem(chosen);
    setProblem(found);
    if (found === '') attach(chosen);
  }

  function attach(chosen: File | null) {
    keepFile(ticketId, chosen);
    setFile(chosen);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setDragged(false);
    choose(event.dataTransfer.files[0] ?? null);
    if (event.dataTransfer.files.length > 1) setProblem((found) => found || commentTexts.oneFile);
  }

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (ready) oneAtATime(sendComment);
  }

  function sendComment() {
    // A retry of the same comment keeps its key, so that it isn't created twice.
    const last = attempt.current;
    const again = last?.content === content && last.file === file;
    const comment = again ? last : { content, file, idempotencyKey: newIdempotencyKey() };
    attempt.current = comment;
    setProblem('');
    setText('');
    setFile(null);
    return send.mutateAsync(comment, {
      onSuccess: () => {
        attempt.current = null;
      },
      onError: (error) => {
        setFile(keptFile(ticketId));
        setProblem(problemOf(error));
        box.current?.focus();
      },
    });
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  }

  return (
    <form
      className={`fixed ${classes.composer}`}
      data-dragged={dragged || undefined}
      data-short={short || undefined}
      data-ready={ready || undefined}
      onSubmit={submit}
      onDragOver={(event) => {
        event.preventDefault();
        setDragged(true);
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={drop}
    >
      <div className={`round-lg sheet bordered-control ${classes.box}`}>
        <GrowingTextarea
          ref={box}
          variant="unstyled"
          aria-label={commentTexts.label}
          aria-describedby={problem ? 'comment-problem' : undefined}
          placeholder={short ? commentTexts.placeholderShort : commentTexts.placeholder}
          minRows={1}
          maxRows={6}
          maxLength={8000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={sendByKey}
          classNames={{ input: classes.input }}
        />
        {file && <ChosenFile file={file} onRemove={() => attach(null)} />}
        <div className={`gap-2xs row ${classes.tools}`}>
          <FileButton
            onChange={choose}
            accept={attachmentTypes.join(',')}
            inputProps={{ 'aria-label': commentTexts.attach }}
          >
            {(props) => (
              <ActionIcon {...props} aria-label={commentTexts.attach} {...overAttach}>
                <IconPaperclip size={18} />
              </ActionIcon>
            )}
          </FileButton>
          {attachTooltip}
          <Text className={`grow text-xs dimmed ${classes.kinds}`}>{commentTexts.kinds}</Text>
          <Button
            type="submit"
            variant="light"
            className={classes.send}
            leftSection={<IconSend />}
            disabled={!ready}
            loading={ready && send.isPending}
          >
            {commentTexts.send}
          </Button>
        </div>
      </div>
      {problem && (
        <Text id="comment-problem" className="text-xs alert mt-2xs" role="alert">
          {problem}
        </Text>
      )}
    </form>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <div className={`gap-6 round-sm inline-row text-xs soft max-w-full ${classes.file}`}>
      <IconPaperclip size={14} aria-hidden="true" />
      <span className="cut">{file.name}</span>
      <ActionIcon size={24} aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}

function fileProblem(file: File): string {
  if (!attachmentTypes.includes(file.type)) return commentTexts.wrongType;
  return file.size > attachmentMaxBytes ? commentTexts.tooLarge : '';
}

/** The server's message about a refused file; otherwise the sentence of specification §8. */
function problemOf(error: Error): string {
  const refused = error instanceof ApiError && (error.status === 413 || error.status === 415);
  return refused ? error.message : commentTexts.failed;
}
