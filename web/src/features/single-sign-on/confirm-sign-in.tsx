import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { openPortal } from '../../lib/sign-in/open-portal.ts';
import { useTokenFromUrl } from '../../lib/use-token-from-url.ts';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { readLinkForMail } from './mailed-link.ts';
import { deviceName, useConfirm } from './sign-in.api.ts';
import { SignInNotice } from './sign-in-notice.tsx';
import { signInTexts as texts } from './single-sign-on.texts.ts';

/** Where a mailed link leads. The person presses a button, because mail scanners open links, too. */
export function ConfirmSignIn() {
  const token = useTokenFromUrl();
  const confirm = useConfirm();
  const [returnPath] = useState(readLinkForMail);
  const answer = confirm.data && 'idToken' in confirm.data ? confirm.data : null;

  useEffect(() => {
    if (answer) void openPortal(answer, { device: deviceName, returnPath });
  }, [answer, returnPath]);

  if (confirm.data && 'secondFactor' in confirm.data) {
    const state = { secondFactor: { ...confirm.data.secondFactor, device: deviceName, returnPath } };
    return <Navigate to="/login/done" replace state={state} />;
  }
  const { status, code } = failureOf(confirm.error);
  if (code === 'other_browser') {
    return (
      <SignInNotice title={texts.otherBrowserTitle} text={texts.otherBrowser}>
        <StartAgain />
      </SignInNotice>
    );
  }
  if (token === '' || status === 401 || code === 'sign_in_refused') {
    return (
      <SignInNotice title={texts.notSignedIn} text={confirm.error?.message ?? texts.noCode}>
        <StartAgain />
      </SignInNotice>
    );
  }
  return (
    <SignInNotice title={texts.confirmTitle} text={texts.confirm}>
      {confirm.error && <CallFailure title={texts.confirmFailure} error={confirm.error} />}
      <Button
        size="md"
        fullWidth
        loading={confirm.isPending || confirm.isSuccess}
        onClick={() => confirm.mutate({ token })}
      >
        {texts.confirmButton}
      </Button>
    </SignInNotice>
  );
}

function failureOf(error: Error | null): { status: number; code: string } {
  return error instanceof ApiError ? { status: error.status, code: error.body.code } : { status: 0, code: '' };
}

export function StartAgain() {
  return (
    <Button component={Link} to="/login" size="md" fullWidth>
      {texts.startAgain}
    </Button>
  );
}
