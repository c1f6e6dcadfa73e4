import { unauthorizedText } from '@kinbridge/contract/shared/errors';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogFooter } from '../dialog/dialog.tsx';
import { ForbiddenState } from './forbidden-state.tsx';
import { useGoBack } from './use-go-back.ts';

/** Specification §6: the message for people who are signed in but not allowed; Dismiss goes back. */
export function Unauthorized() {
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
        <Text>{unauthorizedText}</Text>
        <DialogFooter>
          <Button onClick={dismiss} data-autofocus>
            Dismiss
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
