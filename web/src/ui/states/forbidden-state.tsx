import { unauthorizedText } from '@kinbridge/contract/shared/errors';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '../icons/first-icons.ts';
import { IconLock } from '../icons/icons.ts';
import classes from './state-screen.module.css';
import { StateScreen } from './state-screen.tsx';
import { useGoBack } from './use-go-back.ts';

/** Shown behind the unauthorized dialog, so that the page isn't blank once it is dismissed. */
export function ForbiddenState() {
  const goBack = useGoBack();
  return (
    <StateScreen
      level={1}
      picture={
        <div className={`grid label soft circle place-center ${classes.lock}`}>
          <IconLock size={28} />
        </div>
      }
      title="Not authorized"
      text={unauthorizedText}
      actions={
        <Button variant="default" leftSection={<IconArrowLeft />} onClick={goBack}>
          Go back
        </Button>
      }
    />
  );
}
