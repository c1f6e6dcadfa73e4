import '../../ui/dialog/covering.ts';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Suspense } from 'react';
import { loadLater } from '../../lib/load-later.tsx';
import { useProofAsked } from '../../lib/sign-in/proof.ts';

const ProofDialog = loadLater(async () => (await import('../../features/security/proof/proof-dialog.tsx')).ProofDialog);

/** The dialogs that may open over any other: to prove who you are again. */
export function CoveringDialogs({ user }: { user: User }) {
  const asked = useProofAsked();
  return <Suspense>{asked && <ProofDialog user={user} />}</Suspense>;
}
