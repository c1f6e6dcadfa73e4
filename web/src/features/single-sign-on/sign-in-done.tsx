import { Button, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { LinkForm } from './link-form.tsx';
import { openPortal, type SignedIn, useCode } from './sign-in.api.ts';
import { SignInNotice } from './sign-in-notice.tsx';
import { signInTexts as texts } from './single-sign-on.texts.ts';

/** Where a provider's answer ends: exchanges the code from the address, once. */
export function SignInDone() {
  const { code, returnPath } = useFragment();
  const exchange = useCode(code);
  const { data, error } = exchange;
  const [linked, setLinked] = useState<SignedIn | null>(null);
  const answer = linked ?? (data && 'idToken' in data ? data : null);

  useEffect(() => {
    if (answer) void openPortal(answer, returnPath);
  }, [answer, returnPath]);

  if (code === '') return <NotSignedIn>{texts.noCode}</NotSignedIn>;
  if (error) {
    return (
      <NotSignedIn>
        <CallFailure title={texts.notSignedIn} error={error} />
      </NotSignedIn>
    );
  }
  if (data && 'link' in data && !linked) return <LinkForm link={data.link} onLinked={setLinked} />;
  return (
    <SignInNotice title={texts.signingIn}>
      <Loader aria-label={texts.signingIn} />
    </SignInNotice>
  );
}

function NotSignedIn({ children }: { children: ReactNode }) {
  const isSentence = typeof children === 'string';
  return (
    <SignInNotice title={texts.notSignedIn} {...(isSentence && { text: children })}>
      {!isSentence && children}
      <Button component={Link} to="/login" size="md" fullWidth>
        {texts.startAgain}
      </Button>
    </SignInNotice>
  );
}

/** What the server put after the #. Removed from the address bar and the history, so that nobody uses it again. */
function useFragment(): { code: string; returnPath: string | null } {
  const [fragment] = useState(() => new URLSearchParams(window.location.hash.slice(1)));
  useLayoutEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return { code: fragment.get('code') ?? '', returnPath: fragment.get('returnPath') };
}
