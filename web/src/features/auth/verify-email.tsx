import { Anchor, Button, Loader, Text, Title } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { CallFailure } from '../../ui/form-errors.tsx';
import { IconCircleCheck } from '../../ui/icons/icons.ts';
import { useVerifyEmail } from './auth.api.ts';
import { verifyTexts } from './auth.texts.ts';
import classes from './notice.module.css';
import { ResendForm } from './resend-form.tsx';

/** Follows the link of the verification mail. */
export function VerifyEmail() {
  const token = useTokenOfAddress();
  const verification = useVerifyEmail(token);

  if (token === '') {
    return (
      <Notice title={verifyTexts.noTokenTitle} text={verifyTexts.noToken}>
        <ResendForm />
        <SignInLink />
      </Notice>
    );
  }
  if (verification.isSuccess) {
    return (
      <Notice title={verifyTexts.verifiedTitle} text={verification.data.message} icon>
        <Button component={Link} to="/login" size="md" fullWidth>
          Sign in
        </Button>
      </Notice>
    );
  }
  if (verification.error) {
    return (
      <Notice title={verifyTexts.failureTitle}>
        <CallFailure title="The link did not work" error={verification.error} />
        {isFinal(verification.error) ? (
          <ResendForm />
        ) : (
          <Button size="md" fullWidth loading={verification.isFetching} onClick={() => verification.refetch()}>
            Try again
          </Button>
        )}
        <SignInLink />
      </Notice>
    );
  }
  return (
    <Notice title={verifyTexts.checking}>
      <Loader aria-label="Verifying" />
    </Notice>
  );
}

/** The token of the link. It leaves the address bar at once, so that neither history nor a glance keeps it. */
function useTokenOfAddress(): string {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
  useLayoutEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}

/** The server has judged the token; anything else may be tried again. */
function isFinal(error: Error): boolean {
  return error instanceof ApiError && error.status === 400;
}

interface NoticeProps {
  title: string;
  text?: string;
  icon?: boolean;
  children: ReactNode;
}

function Notice({ title, text, icon = false, children }: NoticeProps) {
  return (
    <div className={classes.notice}>
      {icon && (
        <div className={classes.icon}>
          <IconCircleCheck size={28} stroke={1.6} aria-hidden="true" />
        </div>
      )}
      <Title order={1}>{title}</Title>
      <Text role="status" c="dimmed" size="md" mb={20}>
        {text}
      </Text>
      {children}
    </div>
  );
}

function SignInLink() {
  return (
    <Text mt={20} size="md">
      <Anchor component={Link} to="/login">
        Back to login
      </Anchor>
    </Text>
  );
}
