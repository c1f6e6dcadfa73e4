import type { User } from '@kinbridge/contract/users/users.contract';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { fieldErrors } from '../../../lib/api.ts';
import { passkeysWork } from '../../../lib/sign-in/passkey.ts';
import { answerProof } from '../../../lib/sign-in/proof.ts';
import { CoveringDialog } from '../../../ui/dialog/covering-dialog.tsx';
import { DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { FormFailure } from '../../../ui/form/form-errors.tsx';
import { useRequiredField } from '../../../ui/form/use-required-field.ts';
import { proofTexts as texts } from '../security.texts.ts';
import { proofMethodsQuery, signInAgainUrl, useProve } from './proof.api.ts';

/** Asks again who the person is, for calls that need a recent proof; the call that asked is then repeated. */
export function ProofDialog({ user }: { user: User }) {
  const ways = useRef<HTMLDivElement>(null);
  const prove = useProve();
  const password = useRequiredField(texts.passwordRequired, fieldErrors(prove.error).password);
  // Most people have a password, so its field doesn't wait.
  const { data: { methods, slug } = { methods: ['password'], slug: null } } = useQuery(proofMethodsQuery(user.id));
  const hasPassword = methods.includes('password');
  const offersPasskey = methods.includes('passkey') && passkeysWork();

  useEffect(() => {
    // The field that had focus disappeared.
    if (!hasPassword) ways.current?.querySelector<HTMLElement>('button, a')?.focus();
  }, [hasPassword]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!hasPassword || !password.check()) return;
    prove.mutate(password.value, { onError: () => password.field.current?.select() });
  }

  return (
    <CoveringDialog title={texts.title} onClose={() => answerProof(false)}>
      <form noValidate onSubmit={submit}>
        <FormFailure title={texts.failed} error={prove.error} labels={{ password: 'Password' }} />
        <Text mb="md">{hintFor(hasPassword, offersPasskey, slug !== null)}</Text>
        {hasPassword && (
          <>
            {/* For password managers, which look for the account's name. */}
            <input hidden readOnly autoComplete="username" value={user.email ?? ''} />
            <PasswordField data-autofocus {...password.input} />
          </>
        )}
        <Stack ref={ways} gap={8} mt={hasPassword ? 'md' : 0}>
          {offersPasskey && (
            <Button
              variant="default"
              fullWidth
              data-autofocus={!hasPassword || undefined}
              onClick={() => prove.mutate(null)}
            >
              {texts.passkey}
            </Button>
          )}
          {slug !== null && (
            <Button
              component="a"
              href={signInAgainUrl(slug)}
              variant="default"
              fullWidth
              data-autofocus={!hasPassword || undefined}
            >
              {texts.singleSignOn}
            </Button>
          )}
        </Stack>
        <DialogFooter>
          <Button variant="default" onClick={() => answerProof(false)}>
            Cancel
          </Button>
          {hasPassword && (
            <Button type="submit" loading={prove.isPending}>
              {texts.confirm}
            </Button>
          )}
        </DialogFooter>
      </form>
    </CoveringDialog>
  );
}

function hintFor(hasPassword: boolean, offersPasskey: boolean, offersSignOn: boolean): string {
  if (hasPassword) return offersPasskey || offersSignOn ? texts.hint.passwordOrOther : texts.hint.password;
  if (offersPasskey) return texts.hint.passkey;
  return offersSignOn ? texts.hint.singleSignOn : texts.hint.none;
}
