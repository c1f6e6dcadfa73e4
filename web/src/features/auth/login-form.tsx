import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { loadCode } from '../../lib/load-code.ts';
import { sessionEnded } from '../../lib/session-end.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { useRequiredField } from '../../ui/form/use-required-field.ts';
import { type SecondFactor, useLogin, usePasskeyLogin } from './auth.api.ts';
import { loginTexts } from './auth.texts.ts';
import classes from './login-form.module.css';

const ResendVerification = lazy(async () => ({
  default: (await loadCode(() => import('./resend-verification.tsx'))).ResendVerification,
}));

interface LoginFormProps {
  /** Typed before, when the person comes back from the next step. */
  email: string;
  /** The next step took too long or too many tries. */
  over: boolean;
  onSecondFactor: (asked: SecondFactor, email: string) => void;
  singleSignOn: SingleSignOn;
}

/** What people with this address can do instead; those of an organization with this slug must. */
export type SingleSignOn = (email: string, slug?: string) => ReactNode;

/** Email and password. Its two rules are simple, so the first page loads no schema library. */
export function LoginForm(props: LoginFormProps) {
  const { email, password, address, login, passkey, failure, slug, submit, startWithPasskey } = useLoginForm(props);
  const { over, singleSignOn } = props;
  const ended = over ? 'over' : sessionEnded();
  return (
    <form noValidate onSubmit={submit}>
      <header className={classes.header}>
        <Title order={1}>{loginTexts.title}</Title>
        <Text c="dimmed" size="md">
          {loginTexts.lead}
        </Text>
      </header>
      {!failure && ended && (
        <p className="m-0 px-md py-sm mb-lg round-md text-md line-20 tint" role="status">
          <strong className="block">{loginTexts.again[ended].title}</strong>
          {loginTexts.again[ended].text}
        </p>
      )}
      {failure && (
        <CallFailure title={loginTexts.failure} error={failure}>
          <Suspense>{isUnverified(failure) && <ResendVerification email={login.variables?.email ?? ''} />}</Suspense>
          {slug !== undefined && singleSignOn(email.value, slug)}
        </CallFailure>
      )}
      <Stack gap={16}>
        <TextInput
          label="Email"
          type="email"
          name="email"
          data-first-field
          autoComplete="username"
          size="md"
          {...email.input}
        />
        <PasswordField name="password" size="md" {...password.input} />
      </Stack>
      <div className="mb-14 mt-10 text-sm text-end">
        <Anchor fz="inherit" component={Link} to="/reset-password" state={{ slide: 0, email: address }}>
          Forgot password?
        </Anchor>
      </div>
      <Button type="submit" size="md" fullWidth loading={login.isPending || login.isSuccess}>
        Sign in
      </Button>
      {window.PublicKeyCredential && (
        <Button
          className="mt-xs"
          variant="default"
          size="md"
          fullWidth
          loading={passkey.isPending || passkey.isSuccess}
          onClick={startWithPasskey}
        >
          Use a passkey
        </Button>
      )}
      {slug === undefined && <AfterPause email={address}>{singleSignOn}</AfterPause>}
      <OtherWays />
    </form>
  );
}

function useLoginForm({ email: typed, onSecondFactor }: LoginFormProps) {
  const email = useRequiredField(loginTexts.emailRequired, undefined, typed);
  const password = useRequiredField(loginTexts.passwordRequired);
  const login = useLogin();
  const passkey = usePasskeyLogin();
  const address = email.value.trim();

  useLayoutEffect(() => (typed ? password.field : email.field).current?.focus(), [typed, email.field, password.field]);

  function submit(event: FormEvent) {
    event.preventDefault();
    // The email last: the first blank field gets focus.
    const blank = [password, email].filter((field) => !field.check());
    if (blank.length > 0 || login.isSuccess) return;
    passkey.reset();
    login.mutate(
      { email: address, password: password.value },
      { onSuccess: (asked) => asked && onSecondFactor(asked, address) },
    );
  }

  function startWithPasskey() {
    login.reset();
    passkey.mutate();
  }

  const failure = login.error ?? passkey.error;
  const slug = login.error instanceof ApiError ? login.error.body.slug : undefined;
  return { email, password, address, login, passkey, failure, slug, submit, startWithPasskey };
}

/** For people who have no account to sign in with. */
function OtherWays() {
  return (
    <Text className={classes.join} c="dimmed" size="md">
      New to Kinbridge?{' '}
      <Anchor component={Link} to="/signup">
        Join your organization
      </Anchor>
      <br />
      Your team isn't here yet?{' '}
      <Anchor component={Link} to="/pricing">
        Add your organization
      </Anchor>
      <br />
      Looking for help yourself? <Anchor href="/services">Find services near you</Anchor>
    </Text>
  );
}

const pauseMs = 600;

/** Shown once the person has paused after typing an address. */
function AfterPause({ email, children }: { email: string; children: (email: string) => ReactNode }) {
  const [paused, setPaused] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPaused(email), pauseMs);
    return () => clearTimeout(timer);
  }, [email]);
  return email === paused && /^\S+@\S+\.\S+$/.test(email) && children(email);
}

function isUnverified(error: Error): boolean {
  return error instanceof ApiError && error.body.code === 'unverified';
}
