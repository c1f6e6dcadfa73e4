import { counted } from '@kinbridge/contract/shared/counted';
import { Button, Text } from '@mantine/core';
import { CoveringDialog } from '../../../ui/dialog/covering-dialog.tsx';
import { DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { idleTexts as texts } from '../security.texts.ts';

/** Shown for the last minute before an unused session ends. */
export function IdleWarning({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  return (
    <CoveringDialog title={texts.title} onClose={onStay}>
      <Text>{texts.hint}</Text>
      {/* A timer isn't read out every second; the screen reader asks for it. */}
      <Text mt="sm" fw={600} role="timer">
        {texts.left(counted(secondsLeft, 'second'))}
      </Text>
      <DialogFooter>
        <Button onClick={onStay} data-autofocus>
          {texts.stay}
        </Button>
      </DialogFooter>
    </CoveringDialog>
  );
}
