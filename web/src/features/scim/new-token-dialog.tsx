import { Button } from '@mantine/core';
import { Dialog, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { CopiedValue } from '../../ui/fields/copied-value.tsx';
import { scimTexts as texts } from './scim.texts.ts';

/** A new token, the only time it is shown. */
export function NewTokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={texts.newToken} unsaved={texts.newTokenQuestion}>
      <CopiedValue label={texts.newToken} description={texts.newTokenHint} value={token} focusesCopy />
      <DialogFooter>
        <Button onClick={onClose}>{texts.done}</Button>
      </DialogFooter>
    </Dialog>
  );
}
