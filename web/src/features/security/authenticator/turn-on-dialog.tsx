import type { User } from '@kinbridge/contract/users/users.contract';
import { useState } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { authenticatorTexts, recoveryTexts } from '../security.texts.ts';
import { FirstCode } from './first-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface TurnOnDialogProps {
  user: User;
  /** The new secret, as text and as what the QR code holds. */
  setup: { secret: string; uri: string };
  onClose: () => void;
}

/** Shows the secret, takes the first code, then shows the recovery codes once. */
export function TurnOnDialog({ user, setup, onClose }: TurnOnDialogProps) {
  const [codes, setCodes] = useState<string[] | null>(null);

  function close() {
    // Only now, because people who had to set up a second factor may then leave this screen.
    if (codes) void queryClient.invalidateQueries({ queryKey: ['users', user.id], exact: true });
    onClose();
  }

  return (
    <Dialog
      opened
      onClose={close}
      title={codes ? recoveryTexts.title : authenticatorTexts.turnOnTitle}
      {...(codes && { unsaved: recoveryTexts.question })}
    >
      {(ask) =>
        codes ? (
          <RecoveryCodes codes={codes} isFirst email={user.email ?? ''} onSaved={close} />
        ) : (
          <FirstCode userId={user.id} setup={setup} onCancel={ask} onTurnedOn={setCodes} />
        )
      }
    </Dialog>
  );
}
