import { Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadLater } from '../../../lib/load-later.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { draftOf, forgetDraft } from './new-request.draft.ts';
import { newRequestTexts } from './new-request.texts.ts';
import type { FollowedRequest, KnownMember } from './new-request.values.ts';

export const NewServiceRequestForm = loadLater(
  async () => (await import('./new-request-form.tsx')).NewServiceRequestForm,
);

interface NewServiceRequestDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The member that the request is for; without one the form asks. */
  member?: KnownMember;
  /** A declined or overdue request of that member, which the new one tries again. */
  follows?: FollowedRequest;
}

/** Asks who needs which services, and creates one request per service. */
export function NewServiceRequestDialog({ opened, onClose, member, follows }: NewServiceRequestDialogProps) {
  // Reported by the form: whether closing would lose something.
  const [typed, setTyped] = useState(false);
  // True while requests are sent or their outcome is shown: the dialog must not be closed from outside.
  const [held, setHeld] = useState(false);
  const [asking, setAsking] = useState(false);

  function close() {
    forgetDraft(draftOf(member, follows));
    setAsking(false);
    setTyped(false);
    setHeld(false);
    onClose();
  }

  function askToClose() {
    if (asking || held) return;
    if (typed) setAsking(true);
    else close();
  }

  return (
    <>
      <Dialog
        opened={opened}
        onClose={askToClose}
        title={follows ? newRequestTexts.refer : newRequestTexts.title}
        size={1000}
      >
        <Suspense fallback={<Skeleton height={480} mb={20} radius="md" />}>
          <NewServiceRequestForm
            member={member ?? null}
            follows={follows ?? null}
            onTyped={setTyped}
            onHeld={setHeld}
            onCancel={askToClose}
            onDone={close}
          />
        </Suspense>
      </Dialog>
      <ConfirmDialog
        opened={opened && asking}
        title="Discard your changes?"
        text="The request hasn't been created yet."
        confirm="Discard"
        cancel="Keep Editing"
        onCancel={() => setAsking(false)}
        onConfirm={close}
      />
    </>
  );
}
