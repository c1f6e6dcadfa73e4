import { massMessageBody } from '@kinbridge/contract/mass-messages/mass-message';
import { countSmsSegments, smsMaxCharacters } from '@kinbridge/contract/sms/sms-segments';
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { organizationOf, useCurrentUser } from '../../lib/current-user.ts';
import { organizationNameQuery } from '../../lib/queries/organization.query.ts';
import { GrowingTextarea } from '../../ui/fields/growing-textarea.tsx';
import { EarlierMessages } from './earlier-messages.tsx';
import type { MassMessageDraft } from './mass-message-draft.ts';
import classes from './mass-messaging.module.css';
import { massMessagingTexts, textMessages } from './mass-messaging.texts.ts';
import { StepFooter } from './step-footer.tsx';

interface MessageStepProps {
  draft: MassMessageDraft;
  onChange: (change: Partial<MassMessageDraft>) => void;
  onNext: () => void;
}

/** Step 1: the text, its length in characters and in text messages, and a preview. */
export function MessageStep({ draft, onChange, onNext }: MessageStepProps) {
  const user = useCurrentUser();
  const { data: organizationName } = useQuery(organizationNameQuery(organizationOf(user)));
  const counter = useId();
  const text = draft.message.trim();
  const characters = [...text].length;
  const tooLong = characters > smsMaxCharacters;
  const body = text === '' ? '' : massMessageBody(text, organizationName ?? '…');
  const { segments, encoding } = countSmsSegments(body);

  function next(event: FormEvent) {
    event.preventDefault();
    if (text !== '' && !tooLong) onNext();
  }

  return (
    <form className="column grow min-h-0" onSubmit={next}>
      <div className={`gap-lg scroll column grow min-h-0 ${classes.scroll}`}>
        <Title order={2} tabIndex={-1} className={classes.hiddenTitle}>
          {massMessagingTexts.steps.message}
        </Title>
        <div className={classes.message}>
          <div>
            <GrowingTextarea
              label={massMessagingTexts.steps.message}
              placeholder={massMessagingTexts.placeholder}
              aria-describedby={counter}
              aria-required
              minRows={6}
              maxRows={12}
              value={draft.message}
              onChange={(event) => onChange({ message: event.currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) next(event);
              }}
              error={tooLong && 'A message can have at most 300 characters.'}
            />
            <p id={counter} className={classes.counter} data-over={tooLong || undefined}>
              {characters} of {smsMaxCharacters} characters
            </p>
          </div>
          <div>
            <p className="m-0 mb-2xs text-xs bold label line-17">{massMessagingTexts.preview}</p>
            {body === '' ? (
              <p className={classes.counter}>{massMessagingTexts.emptyPreview}</p>
            ) : (
              <output className={classes.bubble} aria-label={massMessagingTexts.preview} aria-live="off">
                {body}
              </output>
            )}
            <p className={classes.counter}>
              {text !== '' && `${textMessages(segments)} for each person. `}
              {encoding === 'UCS-2' &&
                'With emoji and some letters, a text message holds 70 characters instead of 160. '}
              {massMessagingTexts.ending}
            </p>
          </div>
        </div>
        <EarlierMessages />
      </div>
      <StepFooter>
        <Button type="submit" disabled={text === '' || tooLong}>
          Next
        </Button>
      </StepFooter>
    </form>
  );
}
