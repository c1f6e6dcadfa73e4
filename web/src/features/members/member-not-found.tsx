import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { BrokenArc } from '../../ui/arc.tsx';
import { StateScreen } from '../../ui/state-screen.tsx';
import { useGoBack } from '../../ui/use-go-back.ts';
import { memberTexts } from './members.texts.ts';

/** Absent, or another organization's: the page does not tell which. */
export function MemberNotFound() {
  const goBack = useGoBack();
  useDocumentTitle(`${memberTexts.notFoundTitle} · Kinbridge`);
  return (
    <StateScreen
      level={1}
      picture={<BrokenArc />}
      title={memberTexts.notFoundTitle}
      text={memberTexts.notFound}
      actions={
        <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={goBack}>
          Go back
        </Button>
      }
    />
  );
}
