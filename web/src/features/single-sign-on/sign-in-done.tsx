import { Button, Loader } from '@mantine/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { LinkForm } from './link-form.tsx';
import { deviceName, type Linked, openPortal, useCode } from './sign-in.api.ts';
import { SignInNotice } from './sign-in-notice.tsx';
import { signInTexts as texts } from './single-sign-on.texts.ts';

/** Where a provider's answer ends: exchanges the code from the address, once. */
export function SignInDone() {
  const { code, returnPath } = useFragment();
  const { data, error } = useCode(code);
  const [linked, setLinked] = useState<Linked | null>(null);
  const last = linked ?? data;
  const answer = last && 'idToken' in last ? last : null;

  useEffect(() => {
    if (answer) void openPortal(answer, returnPath);
  }, [answer, returnPath]);

  // The login screen asks for the second factor.
  if (last && 'secondFactor' in last) {
    return <Navigate to="/login" replace state={{ secondFactor: { ...last.secondFactor, device: deviceName } }} />;
  }
  if (code === '' || error) {
    return (
      <SignInNotice title={texts.notSignedIn} text={error?.message ?? texts.noCode}>
        <Button component={Link} to="/login" size="md" fullWidth>
          {texts.startAgain}
        </Button>
      </SignInNotice>
    );
  }
  if (data && 'link' in data && !linked) return <LinkForm link={data.link} onLinked={setLinked} />;
  return (
    <SignInNotice title={texts.signingIn}>
      <Loader aria-label={texts.signingIn} />
    </SignInNotice>
  );
}

/** What the server put after the #. Removed from the address bar and the history, so that nobody uses it again. */
function useFragment(): { code: string; returnPath: string | null } {
  const [fragment] = useState(() => new URLSearchParams(window.location.hash.slice(1)));
  useLayoutEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return { code: fragment.get('code') ?? '', returnPath: fragment.get('returnPath') };
}
