import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconMailCheck } from '../../ui/icons/later-icons.ts';
import { LoginLink } from '../../ui/page/login-link.tsx';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import classes from './notice.module.css';
import { ResendVerification } from './resend-verification.tsx';
import { verifyTexts } from './verify.texts.ts';

/** The last slide of both sign-ups. `children` explain what happens next. */
export function VerifyNotice({ email, children }: { email: string; children?: ReactNode }) {
  return (
    <>
      <div className={classes.icon}>
        <IconMailCheck size={28} aria-hidden="true" />
      </div>
      <SlideHeading lead={verifyTexts.notice}>{verifyTexts.title}</SlideHeading>
      {email && (
        <Text size="md" className="anywhere">
          We sent a link to <b>{email}</b>. It works for 24 hours. No email? Check your spam folder, or send the link
          again.
        </Text>
      )}
      {email && <ResendVerification email={email} />}
      {children}
      <LoginLink mt={24} />
    </>
  );
}
