import type { User } from '@kinbridge/contract/users/users.contract';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { passkeysWork } from '../../../lib/sign-in/passkey.ts';
import { answerProof } from '../../../lib/sign-in/proof.ts';
import { CoveringDialog } from '../../../ui/dialog/covering-dialog.tsx';
import { DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { passkeysQuery } from '../passkeys/passkeys.api.ts';
import { proofTexts as texts } from '../security.texts.ts';
import { useProve } from './proof.api.ts';

/** Asks for the password again before a change of how the person signs in; the call that asked is then repeated. */
export function ProofDialog({ user }: { user: User }) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const prove = useProve();
  const { data: passkeys = [] } = useQuery({ ...passkeysQuery(user.id), enabled: passkeysWork() });
  const offersPasskey = passkeys.length > 0;
  const wrong = prove.error instanceof ApiError ? prove.error.fields.password : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(password === '');
    if (password === '') field.current?.focus();
    else prove.mutate(password, { onError: () => field.current?.select() });
  }

  return (
    <CoveringDialog title={texts.title} onClose={() => answerProof(false)}>
      <form noValidate onSubmit={submit}>
        {prove.error && !wrong && <CallFailure title={texts.failed} error={prove.error} />}
        <Text mb="md">{offersPasskey ? texts.hintWithPasskey : texts.hint}</Text>
        {/* For password managers, which look for the account's name. */}
        <input hidden readOnly autoComplete="username" value={user.email ?? ''} />
        <PasswordField
          ref={field}
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={missing ? texts.passwordRequired : wrong}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <DialogFooter>
          <Button variant="default" onClick={() => answerProof(false)}>
            Cancel
          </Button>
          {offersPasskey && (
            <Button variant="default" onClick={() => prove.mutate(null)}>
              {texts.passkey}
            </Button>
          )}
          <Button type="submit" loading={prove.isPending}>
            {texts.confirm}
          </Button>
        </DialogFooter>
      </form>
    </CoveringDialog>
  );
}
