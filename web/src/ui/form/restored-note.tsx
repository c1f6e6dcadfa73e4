import { Anchor, Text } from '@mantine/core';
import classes from './restored-note.module.css';

/** Shown above a form that was filled from a draft. */
export function RestoredNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Text className={`text-xs line-18 dimmed ${classes.note}`} role="status">
      This is the draft that you left here earlier.{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={onStartOver}>
        Start over
      </Anchor>
    </Text>
  );
}
