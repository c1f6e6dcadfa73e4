import { Button } from '@mantine/core';
import { IconArrowLeft } from '../icons/first-icons.ts';
import { BrokenArc } from './arc.tsx';
import { StateScreen } from './state-screen.tsx';
import { useGoBack } from './use-go-back.ts';

/** A record that doesn't exist or belongs to another organization: the page doesn't say which. */
export function NotFoundState({ title, text }: { title: string; text: string }) {
  const goBack = useGoBack();
  return (
    <StateScreen
      level={1}
      picture={<BrokenArc />}
      title={title}
      text={text}
      actions={
        <Button variant="default" leftSection={<IconArrowLeft />} onClick={goBack}>
          Go back
        </Button>
      }
    />
  );
}
