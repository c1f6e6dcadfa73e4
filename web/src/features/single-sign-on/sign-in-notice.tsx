import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoginLink } from '../../ui/page/login-link.tsx';
import classes from './sign-in.module.css';
import { signInTexts as texts } from './single-sign-on.texts.ts';

interface SignInNoticeProps {
  title: string;
  text?: string;
  children?: ReactNode;
}

/** A step of signing in: a title, a sentence and what to do. */
export function SignInNotice({ title, text, children }: SignInNoticeProps) {
  return (
    <div>
      <Title order={1} className="mb-2xs line-32 text-2xl balance">
        {title}
      </Title>
      <Text role="status" c="dimmed" size="md" className={`anywhere ${classes.text}`}>
        {text}
      </Text>
      {children}
    </div>
  );
}

export function PasswordLink() {
  return <LoginLink mt={20}>{texts.password}</LoginLink>;
}
