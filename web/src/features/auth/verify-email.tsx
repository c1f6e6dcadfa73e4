import { Button, Loader, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { useTokenFromUrl } from '../../lib/use-token-from-url.ts';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { IconCircleCheck } from '../../ui/icons/icons.ts';
import { LoginLink } from '../../ui/page/login-link.tsx';
import classes from './notice.module.css';
import { ResendForm } from './resend-form.tsx';
import { useMailedLink, useVerifyEmail } from './verify.api.ts';
import { verifyTexts } from './verify.texts.ts';
import { VerifyPasswordForm } from './verify-password-form.tsx';

/** Follows the link in a verification email. */
export function VerifyEmail() {
  const token = useTokenFromUrl();
  const link = useMailedLink(token);
  const verify = useVerifyEmail();
  const failure = isFinal(verify.error) ? verify.error : link.error;

  if (token === '') {
    return (
      <Notice title={verifyTexts.noTokenTitle} text={verifyTexts.noToken}>
        <ResendForm />
        <LoginLink mt={20} />
      </Notice>
    );
  }
  if (codeOf(failure) === 'already_verified') {
    return (
      <Notice title={verifyTexts.verifiedTitle} text={failure?.message} icon>
        <Button component={Link} to="/login" size="md" fullWidth>
          Sign in
        </Button>
      </Notice>
    );
  }
  if (codeOf(failure) === 'invalid_input') {
    return (
      <Notice title={verifyTexts.passwordTitle} text={verifyTexts.password}>
        <VerifyPasswordForm verify={verify} onPassword={(password) => verify.mutate({ token, password })} />
      </Notice>
    );
  }
  if (failure) {
    return (
      <Notice title={verifyTexts.failureTitle} text={verifyTexts.failure}>
        <CallFailure title={verifyTexts.linkFailure} error={failure} />
        {isFinal(failure) ? (
          <ResendForm />
        ) : (
          <Button size="md" fullWidth loading={link.isFetching} onClick={() => link.refetch()}>
            Try again
          </Button>
        )}
        <LoginLink mt={20} />
      </Notice>
    );
  }
  return (
    <Notice title={verifyTexts.checking}>
      <Loader aria-label="Verifying" />
    </Notice>
  );
}

function codeOf(error: Error | null): string {
  return error instanceof ApiError ? error.body.code : '';
}

/** The link itself is used up; other errors can be retried. */
function isFinal(error: Error | null): boolean {
  return ['wrong_code', 'already_verified'].includes(codeOf(error));
}

interface NoticeProps {
  title: string;
  text?: string | undefined;
  icon?: boolean;
  children: ReactNode;
}

function Notice({ title, text, icon = false, children }: NoticeProps) {
  return (
    <div>
      {icon && (
        <div className={classes.icon}>
          <IconCircleCheck size={28} aria-hidden="true" />
        </div>
      )}
      <Title order={1} className="mb-2xs line-32 text-2xl balance">
        {title}
      </Title>
      <Text role="status" c="dimmed" size="md" mb={20}>
        {text}
      </Text>
      {children}
    </div>
  );
}
