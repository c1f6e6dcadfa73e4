import { Button } from '@mantine/core';
import { use } from 'react';
import { Link } from 'react-router';
import { CurrentUserContext } from '../lib/current-user.ts';
import { IconArrowLeft } from '../ui/icons/first-icons.ts';
import { PublicLayout } from '../ui/page/public-layout.tsx';
import { BrokenArc } from '../ui/states/arc.tsx';
import { StateScreen } from '../ui/states/state-screen.tsx';

/** Unknown addresses: inside the frame for signed-in people, full screen for others. */
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
      text="We couldn't find that page. The link may be old or incomplete."
      actions={
        <Button variant="default" leftSection={<IconArrowLeft />} component={Link} to="/">
          Go to home page
        </Button>
      }
    />
  );
}
