import type { User } from '@kinbridge/contract/users/users.contract';
import { Text } from '@mantine/core';
import { ProofCancelled } from '../../../lib/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { recoveryTexts, authenticatorTexts as texts } from '../security.texts.ts';
import { useRenewRecoveryCodes } from './authenticator.api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Asks, because the old recovery codes stop working, then shows the new ones once. */
export function NewCodesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const renew = useRenewRecoveryCodes(user.id);
  const codes = renew.data?.recoveryCodes;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={codes ? recoveryTexts.title : texts.newCodes}
      {...(codes && { unsaved: recoveryTexts.question })}
    >
      {codes ? (
        <RecoveryCodes codes={codes} email={user.email ?? ''} onSaved={onClose} />
      ) : (
        <>
          {renew.error && !(renew.error instanceof ProofCancelled) && (
            <CallFailure title={texts.newCodesFailed} error={renew.error} />
          )}
          <Text>{texts.newCodesText}</Text>
          <SubmitFooter
            onCancel={onClose}
            action={texts.newCodesConfirm}
            pending={renew.isPending}
            data-autofocus
            onClick={() => renew.mutate()}
          />
        </>
      )}
    </Dialog>
  );
}
