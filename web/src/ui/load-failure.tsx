import { unauthorisedText } from '@kinbridge/contract/shared/errors';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../lib/api.ts';
import { BrokenArc } from './arc.tsx';
import { Dialog, DialogFoot } from './dialog.tsx';
import { ForbiddenState } from './forbidden-state.tsx';
import { IconRefresh } from './icons/first-icons.ts';
import { Reference } from './reference.tsx';
import { StateScreen } from './state-screen.tsx';
import { useGoBack } from './use-go-back.ts';

interface LoadFailureProps {
  error: Error;
  onRetry: () => void;
  level?: 1 | 2;
}

/** What a page shows when its data did not come: not allowed, or a failure that can be tried again. */
export function LoadFailure({ error, onRetry, level = 1 }: LoadFailureProps) {
  if (error instanceof ApiError && error.status === 403) return <Unauthorised />;
  return (
    <StateScreen
      role="alert"
      level={level}
      picture={<BrokenArc />}
      title="We're sorry..."
      text={error.message}
      actions={
        <Button leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          Try again
        </Button>
      }
      foot={error instanceof ApiError && error.body.requestId && <Reference id={error.body.requestId} />}
    />
  );
}

/** Specification §6: the message for someone who is known but not allowed; Dismiss goes back. */
export function Unauthorised() {
  const [dismissed, setDismissed] = useState(false);
  const goBack = useGoBack();

  function dismiss() {
    setDismissed(true);
    goBack();
  }

  return (
    <>
      <ForbiddenState />
      <Dialog opened={!dismissed} onClose={dismiss} title="Not authorized" size={400}>
        <Text>{unauthorisedText}</Text>
        <DialogFoot>
          <Button onClick={dismiss} data-autofocus>
            Dismiss
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  );
}
