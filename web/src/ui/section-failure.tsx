import { Button, Text } from '@mantine/core';
import { IconRefresh } from './icons/first-icons.ts';
import classes from './section-card.module.css';

/** What a card shows when its contents did not come: the sentence, and a way to try again. */
export function SectionFailure({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <div className={classes.word} role="alert">
      <Text>{sentence}</Text>
      <Button variant="default" mt={10} leftSection={<IconRefresh size={16} />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
