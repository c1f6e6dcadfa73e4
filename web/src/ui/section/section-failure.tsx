import { Button, Text } from '@mantine/core';
import { IconRefresh } from '../icons/first-icons.ts';

/** Shown when a card's contents didn't load: a sentence and a retry. */
export function SectionFailure({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <div className="empty-note text-inherit" role="alert">
      <Text>{sentence}</Text>
      <Button variant="default" mt={10} leftSection={<IconRefresh />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
