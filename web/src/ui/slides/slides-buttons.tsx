import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface SlideButtonsProps {
  onBack?: () => void;
  busy?: boolean;
  /** The submit button's label. */
  next?: ReactNode;
}

/** The footer of a slide: Back on the left, Next on the right. */
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
