import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { ApiError } from '../../lib/api.ts';
import { loadLater } from '../../lib/load-later.tsx';
import { IconRefresh } from '../icons/first-icons.ts';
import { BrokenArc } from './arc.tsx';
import { ForbiddenState } from './forbidden-state.tsx';
import { Reference } from './reference.tsx';
import { StateScreen } from './state-screen.tsx';

const UnauthorizedDialog = loadLater(async () => (await import('./unauthorized.tsx')).Unauthorized);

interface LoadFailureProps {
  error: Error;
  onRetry: () => void;
  level?: 1 | 2;
  title?: string;
  /** For sentences from the specification; the default is the server's message. */
  text?: string | undefined;
}

/** Shown when a page's data didn't load: not allowed, or a failure with a retry. */
export function LoadFailure({
  error,
  onRetry,
  level = 1,
  title = "We're sorry...",
  text = error.message,
}: LoadFailureProps) {
  if (error instanceof ApiError && error.status === 403) return <Unauthorized />;
  return (
    <StateScreen
      role="alert"
      level={level}
      picture={<BrokenArc />}
      title={title}
      text={text}
      actions={
        <Button leftSection={<IconRefresh />} onClick={onRetry}>
          Try again
        </Button>
      }
      footer={error instanceof ApiError && error.body.requestId && <Reference id={error.body.requestId} />}
    />
  );
}

export function Unauthorized() {
  return (
    <Suspense fallback={<ForbiddenState />}>
      <UnauthorizedDialog />
    </Suspense>
  );
}
