import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { loadCode } from '../../lib/load-code.ts';
import { sessionEnded } from '../../lib/session-end.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
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
export function LoginForm({ email, over, onSecondFactor, singleSignOn }: LoginFormProps) {
  const [values, setValues] = useState({ email, password: '' });
  const [missing, setMissing] = useState({ email: false, password: false });
  const login = useLogin();
  const passkey = usePasskeyLogin();
  const failure = login.error ?? passkey.error;
  const ended = over ? 'over' : sessionEnded();
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const slug = login.error instanceof ApiError ? login.error.body.slug : undefined;

  useLayoutEffect(() => (email ? passwordField : emailField).current?.focus(), [email]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const now = { email: values.email.trim() === '', password: values.password === '' };
    setMissing(now);
    if (now.email) emailField.current?.focus();
    else if (now.password) passwordField.current?.focus();
    else if (!login.isSuccess) start({ ...values, email: values.email.trim() });
  }

  function start(credentials: typeof values) {
    passkey.reset();
    login.mutate(credentials, { onSuccess: (asked) => asked && onSecondFactor(asked, credentials.email) });
  }

  function startWithPasskey() {
    login.reset();
    passkey.mutate();
  }

  function change(field: 'email' | 'password', value: string) {
    setValues({ ...values, [field]: value });
    setMissing({ ...missing, [field]: false });
  }

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
          {slug !== undefined && singleSignOn(values.email, slug)}
        </CallFailure>
      )}
      <Stack gap={16}>
        <TextInput
          ref={emailField}
          label="Email"
          type="email"
          name="email"
          data-first-field
          autoComplete="username"
          size="md"
          value={values.email}
          onChange={(event) => change('email', event.currentTarget.value)}
          error={missing.email && loginTexts.emailRequired}
        />
        <PasswordField
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
          value={values.password}
          onChange={(event) => change('password', event.currentTarget.value)}
          error={missing.password && loginTexts.passwordRequired}
        />
      </Stack>
      <div className="mb-14 mt-10 text-sm text-end">
        <Anchor fz="inherit" component={Link} to="/reset-password" state={{ slide: 0, email: values.email.trim() }}>
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
      {slug === undefined && <AfterPause email={values.email.trim()}>{singleSignOn}</AfterPause>}
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
    </form>
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
