import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';

interface ConfirmButtonProps extends ButtonProps {
  /** Without one, the button acts without asking. */
  question: Question | null;
  /** While what it returns is pending, the question stays open. */
  onConfirm: () => unknown;
}

/** A button that asks before it acts. */
export function ConfirmButton({ question, onConfirm, ...button }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);

  async function confirm() {
    // What failed is reported by the mutation inside.
    await Promise.resolve(onConfirm()).catch(() => undefined);
    setAsking(false);
  }

  return (
    <>
      <Button {...button} onClick={() => (question ? setAsking(true) : onConfirm())} />
      {question && (
        <ConfirmDialog
          opened={asking}
          {...question}
          onCancel={() => setAsking(false)}
          onConfirm={() => void confirm()}
        />
      )}
    </>
  );
}
