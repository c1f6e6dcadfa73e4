import { Button } from '@mantine/core';
import { use } from 'react';
import { Link } from 'react-router';
import { CurrentUserContext } from '../lib/current-user.ts';
import { BrokenArc } from '../ui/arc.tsx';
import { IconArrowLeft } from '../ui/icons/first-icons.ts';
import { PublicLayout } from '../ui/public-layout.tsx';
import { StateScreen } from '../ui/state-screen.tsx';

/** An address that leads nowhere: inside the frame for signed-in people, by itself for others. */
export function NotFoundPage() {
  const signedIn = use(CurrentUserContext) !== null;
  return signedIn ? (
    <NotFound />
  ) : (
    <PublicLayout>
      <NotFound />
    </PublicLayout>
  );
}

function NotFound() {
  return (
    <StateScreen
      level={1}
      picture={<BrokenArc />}
      title="Page not found"
      text="There is nothing at this address. The link may be old, or a letter may be missing."
      actions={
        <Button variant="default" leftSection={<IconArrowLeft size={16} />} component={Link} to="/">
          Back to the start
        </Button>
      }
    />
  );
}
