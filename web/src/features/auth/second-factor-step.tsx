import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { passkeysWork } from '../../lib/sign-in/passkey.ts';
import { OneTimeCodeField } from '../../ui/fields/one-time-code-field.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { useRequiredField } from '../../ui/form/use-required-field.ts';
import type { SecondFactor } from './auth.api.ts';
import { loginTexts } from './auth.texts.ts';
import classes from './login-form.module.css';
import { useSecondFactor } from './second-factor.api.ts';
import { type Method, secondFactorTexts as texts } from './second-factor.texts.ts';

interface SecondFactorStepProps {
  asked: SecondFactor;
  onBack: () => void;
  /** The time or the tries for this step are used up. */
  onOver: () => void;
}

/** After the password: a code from the authenticator app, a passkey or a recovery code. */
export function SecondFactorStep({ asked, onBack, onOver }: SecondFactorStepProps) {
  const methods = asked.methods.filter((one) => one !== 'passkey' || passkeysWork());
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recovery');
  const button = useRef<HTMLButtonElement>(null);
  const answer = useSecondFactor(asked);
  const wrong = method !== 'passkey' && isCode(answer.error, 'wrong_factor') ? answer.error.message : undefined;
  const code = useRequiredField(texts.required, wrong);
  const { field } = code;
  const { title, hint, label } = texts[method];

  useLayoutEffect(() => (field.current ?? button.current)?.focus(), [field, method]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (answer.isSuccess || (method !== 'passkey' && !code.check())) return;
    answer.mutate(method === 'passkey' ? { method } : { method, code: code.value.trim() }, {
      onError: (error) => (isCode(error, 'sign_in_expired') ? onOver() : field.current?.select()),
    });
  }

  function choose(next: Method) {
    setMethod(next);
    code.change('');
    answer.reset();
  }

  return (
    <form noValidate onSubmit={submit}>
      <header className={classes.header}>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" size="md">
          {hint}
        </Text>
      </header>
      {answer.error && !wrong && <CallFailure title={loginTexts.failure} error={answer.error} />}
      <Stack gap={16}>
        {method === 'totp' && <OneTimeCodeField label={label} size="md" {...code.input} onType={code.change} />}
        {method === 'recovery' && (
          <TextInput
            label={label}
            size="md"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...code.input}
          />
        )}
        <Button ref={button} type="submit" size="md" fullWidth loading={answer.isPending || answer.isSuccess}>
          {method === 'passkey' ? label : 'Sign in'}
        </Button>
      </Stack>
      <ul className={`p-0 unlisted ${classes.ways}`}>
        {methods
          .filter((one) => one !== method)
          .map((one) => (
            <li key={one}>
              <Anchor component="button" type="button" onClick={() => choose(one)}>
                {texts[one].instead}
              </Anchor>
            </li>
          ))}
        <li>
          <Anchor component="button" type="button" onClick={onBack}>
            {texts.back}
          </Anchor>
        </li>
      </ul>
    </form>
  );
}

function isCode(error: Error | null, code: string): error is ApiError {
  return error instanceof ApiError && error.body.code === code;
}
