import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { IconArrowLeft, IconRefresh } from '../icons/first-icons.ts';
import { BrokenArc } from './arc.tsx';
import { StateScreen } from './state-screen.tsx';

interface ErrorStateProps {
  /** The id under which the server logged the failure, to read out on the phone. */
  reference?: string | undefined;
}

/** Specification §2: the generic error screen. Both buttons reload the page, so that nothing of the crash remains. */
export function ErrorState({ reference }: ErrorStateProps) {
  return (
    <StateScreen
      role="alert"
      level={1}
      picture={<BrokenArc />}
      title="We're sorry..."
      text="An error occurred while loading this page. Nothing you saved is lost."
      actions={
        <>
          <Button leftSection={<IconRefresh />} onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button variant="default" leftSection={<IconArrowLeft />} component="a" href="/">
            Back
          </Button>
        </>
      }
      footer={
        reference && (
          <Suspense fallback={<PlainReference id={reference} />}>
            <Reference id={reference} />
          </Suspense>
        )
      }
    />
  );
}

function PlainReference({ id }: { id: string }) {
  return <div className="text-xs dimmed mt-sm">Reference {id}</div>;
}

/** Its button to copy isn't needed before an error, and can't be had if code is missing. */
const Reference = lazy(() =>
  import('./reference.tsx').then(
    (loaded) => ({ default: loaded.Reference }),
    () => ({ default: PlainReference }),
  ),
);
