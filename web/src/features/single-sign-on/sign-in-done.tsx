import { isOwnPath } from '@kinbridge/contract/single-sign-on/return-path';
import { Loader } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { openPortal } from '../../lib/sign-in/open-portal.ts';
import { LoginLink } from '../../ui/page/login-link.tsx';
import { StartAgain } from './confirm-sign-in.tsx';
import { LinkForm } from './link-form.tsx';
import { keepLinkForMail } from './mailed-link.ts';
import { type AskedFactor, deviceName, type Linked, useCode } from './sign-in.api.ts';
import { SignInNotice } from './sign-in-notice.tsx';
import { signInTexts as texts } from './single-sign-on.texts.ts';

interface SignInDoneProps {
  /** The step for people who need a second factor. */
  secondFactor: (asked: AskedFactor) => ReactNode;
}

/** Where a provider's answer ends: exchanges the code from the address, once. */
export function SignInDone({ secondFactor }: SignInDoneProps) {
  const { code, returnPath } = useFragment();
  // In the history, so that the step survives a reload.
  const asked = (useLocation().state as { secondFactor?: AskedFactor } | null)?.secondFactor;
  const { data, error } = useCode(code);
  const [linked, setLinked] = useState<Linked | null>(null);
  const last = linked ?? data;
  const answer = last && 'idToken' in last ? last : null;

  useEffect(() => {
    if (answer) void openPortal(answer, { device: deviceName, returnPath });
  }, [answer, returnPath]);

  const isMailed = data !== undefined && 'confirm' in data;
  useEffect(() => {
    if (isMailed) keepLinkForMail(returnPath);
  }, [isMailed, returnPath]);

  if (asked) return secondFactor(asked);
  if (last && 'secondFactor' in last) {
    const state = { secondFactor: { ...last.secondFactor, device: deviceName, returnPath } };
    return <Navigate to="/login/done" replace state={state} />;
  }
  if (code === '' || error) {
    return (
      <SignInNotice title={texts.notSignedIn} text={error?.message ?? texts.noCode}>
        <StartAgain />
      </SignInNotice>
    );
  }
  if (data && 'confirm' in data) {
    return (
      <SignInNotice title={texts.sentTitle} text={texts.sent(data.confirm.email)}>
        <LoginLink mt={20}>{texts.noMail}</LoginLink>
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
  const returnPath = fragment.get('returnPath');
  return { code: fragment.get('code') ?? '', returnPath: returnPath && isOwnPath(returnPath) ? returnPath : null };
}
