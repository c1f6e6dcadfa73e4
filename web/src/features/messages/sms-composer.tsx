import { waitingOrganizationText } from '@kinbridge/contract/sms/sms-blocked-reasons';
import { countSmsSegments, smsMaxCharacters } from '@kinbridge/contract/sms/sms-segments';
import { Button, Text } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useId } from 'react';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { GrowingTextarea } from '../../ui/fields/growing-textarea.tsx';
import { IconMessageOff, IconSend } from '../../ui/icons/later-icons.ts';
import { smsDraftName, type Transcript, useSendSms } from './messages.api.ts';
import { lengthText, messageTexts } from './messages.texts.ts';
import classes from './sms-composer.module.css';

interface SmsComposerProps extends Transcript {
  firstName: string;
  /** Why this person gets no texts, if known. */
  blockedReason: string | null;
}

/** The reply box. It counts as the phone network does, and keeps its text until sent. */
export function SmsComposer({ memberId, serviceRequestId, firstName, ...given }: SmsComposerProps) {
  const isWaiting = useIsWaiting();
  const blockedReason = isWaiting ? waitingOrganizationText : given.blockedReason;
  const [text, setText] = useDraft(smsDraftName({ memberId, serviceRequestId }));
  const send = useSendSms({ memberId, serviceRequestId });
  const counter = useId();
  const message = text.trim();
  const { characters, segments } = countSmsSegments(message);
  const tooLong = characters > smsMaxCharacters;

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (message !== '' && !tooLong && !blockedReason) send.mutate(message, { onSuccess: () => setText('') });
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  }

  return (
    <form className="column fill gap-xs" onSubmit={submit}>
      {blockedReason && (
        <p className="m-0 flex gap-xs text-xs line-16 alert">
          <IconMessageOff className="fixed" aria-hidden="true" />
          <span>
            {!isWaiting && <strong>{messageTexts.blocked(firstName)}.</strong>} {blockedReason}
          </span>
        </p>
      )}
      <GrowingTextarea
        aria-label={messageTexts.box(firstName)}
        aria-describedby={counter}
        placeholder={messageTexts.placeholder(firstName)}
        minRows={1}
        maxRows={5}
        classNames={{ input: classes.input }}
        value={text}
        // The text stays readable while it is being sent, and editable again if that fails.
        readOnly={send.isPending}
        disabled={blockedReason !== null}
        error={send.error && `${messageTexts.notSent}. ${send.error.message}`}
        errorProps={{ role: 'alert' }}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendByKey}
      />
      <div className="row wrap between gap-xs">
        <Text
          id={counter}
          className={`text-xs numbers dimmed ${classes.count}`}
          data-over={tooLong || undefined}
          role={tooLong ? 'alert' : undefined}
        >
          {lengthText(characters, smsMaxCharacters, segments)}
        </Text>
        <Button
          type="submit"
          variant="light"
          leftSection={<IconSend />}
          loading={send.isPending}
          disabled={message === '' || tooLong || blockedReason !== null}
        >
          {messageTexts.send}
        </Button>
      </div>
    </form>
  );
}
