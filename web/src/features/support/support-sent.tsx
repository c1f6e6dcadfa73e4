import { Button, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '../../ui/icons/icons.ts';
import { supportTexts } from './support.texts.ts';

export function SupportSent({ onDone }: { onDone: () => void }) {
  return (
    <Stack align="center" gap={10} ta="center" role="status">
      <IconCircleCheck size={40} color="var(--kb-link)" aria-hidden="true" />
      <Title order={2}>{supportTexts.success}</Title>
      <Text c="dimmed">{supportTexts.sent}</Text>
      <Button autoFocus mt={8} onClick={onDone}>
        Done
      </Button>
    </Stack>
  );
}
