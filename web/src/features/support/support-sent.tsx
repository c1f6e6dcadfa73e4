import { Button, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { supportTexts } from './support.texts.ts';

interface SupportSentProps {
  /** At least as high as the form that it takes the place of. */
  height: number | undefined;
  onDone: () => void;
}

export function SupportSent({ height, onDone }: SupportSentProps) {
  return (
    <Stack align="center" justify="center" gap={10} mih={height} ta="center" role="status">
      <IconCircleCheck size={40} stroke={1.5} color="var(--kb-link)" aria-hidden="true" />
      <Title order={2}>{supportTexts.success}</Title>
      <Text c="dimmed">{supportTexts.sent}</Text>
      <Button autoFocus mt={8} onClick={onDone}>
        Done
      </Button>
    </Stack>
  );
}
