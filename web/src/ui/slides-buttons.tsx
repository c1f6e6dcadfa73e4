import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface SlideButtonsProps {
  onBack?: () => void;
  busy?: boolean;
  /** What the submitting button says. */
  next?: ReactNode;
}

/** The foot of a slide: back on the left, on to the next on the right. */
export function SlideButtons({ onBack, busy = false, next = 'Next' }: SlideButtonsProps) {
  return (
    <Group justify={onBack ? 'space-between' : 'flex-end'} mt={8}>
      {onBack && (
        <Button variant="default" size="md" onClick={onBack} disabled={busy}>
          Back
        </Button>
      )}
      <Button type="submit" size="md" loading={busy} miw={120}>
        {next}
      </Button>
    </Group>
  );
}
