import { attachmentTypes } from '@kinbridge/contract/service-requests/attachment-limits';
import { ActionIcon, Button, FileButton, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { IconX } from '../../../ui/icons/icons.ts';
import { IconPaperclip, IconSend } from '../../../ui/icons/later-icons.ts';
import { usePointedTooltip } from '../../../ui/popover/use-pointed-tooltip.tsx';
import { commentTexts } from '../review.texts.ts';
import classes from './comment-composer.module.css';
import { useCommentComposer } from './use-comment-composer.ts';

interface CommentComposerProps {
  ticketId: number;
  /** It is what the ticket was opened for. */
  focused: boolean;
  /** On a phone: one line, with the button only once there is something to send. */
  short: boolean;
}

/** The comment box, with at most one file. Nothing typed is lost before the server has it. */
export function CommentComposer({ ticketId, focused, short }: CommentComposerProps) {
  const { box, text, setText, file, attach, choose, problem, ready, submit, sending } = useCommentComposer(ticketId);
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused, box]);
  return (
    <form
      className={`fixed ${classes.composer}`}
      data-dragged={dragged || undefined}
      data-short={short || undefined}
      data-ready={ready || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setDragged(true);
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragged(false);
        choose(event.dataTransfer.files);
      }}
    >
      <div className={`round-lg sheet bordered-control ${classes.box}`}>
        <GrowingTextarea
          ref={box}
          data-autofocus={focused || undefined}
          variant="unstyled"
          aria-label={commentTexts.label}
          aria-describedby={problem ? 'comment-problem' : undefined}
          placeholder={short ? commentTexts.placeholderShort : commentTexts.placeholder}
          minRows={1}
          maxRows={6}
          maxLength={8000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && submit()}
          classNames={{ input: classes.input }}
        />
        {file && <ChosenFile file={file} onRemove={() => attach(null)} />}
        <Tools onChoose={(chosen) => choose(chosen ? [chosen] : [])} ready={ready} sending={sending} />
      </div>
      {problem && (
        <Text id="comment-problem" className="text-xs alert mt-2xs" role="alert">
          {problem}
        </Text>
      )}
    </form>
  );
}

interface ToolsProps {
  onChoose: (file: File | null) => void;
  ready: boolean;
  sending: boolean;
}

function Tools({ onChoose, ready, sending }: ToolsProps) {
  const [overAttach, attachTooltip] = usePointedTooltip(() => commentTexts.attach);
  return (
    <div className={`gap-2xs row ${classes.tools}`}>
      <FileButton
        onChange={onChoose}
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
        loading={sending}
      >
        {commentTexts.send}
      </Button>
    </div>
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
