import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { Dialog, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { CopiedValue } from '../../ui/fields/copied-value.tsx';
import { notifyError } from '../../ui/notices/notices.tsx';
import { WaitingNotice } from '../../ui/notices/waiting-notice.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { useCreateScimToken } from './scim.api.ts';
import { scimTexts as texts } from './scim.texts.ts';
import { ScimTokens } from './scim-tokens.tsx';

interface ScimCardProps {
  organizationId: number;
  /** The address of Kinbridge as the server knows it, once loaded. */
  origin: string | undefined;
}

/** Connects the organization's directory. */
export function ScimCard({ organizationId, origin }: ScimCardProps) {
  const create = useCreateScimToken(organizationId, ({ message }) => notifyError(`${texts.createFailed} ${message}`));
  const [asking, setAsking] = useState(false);
  const isWaiting = useIsWaiting();
  return (
    <SectionCard
      title={texts.title}
      action={
        <Button variant="default" disabled={isWaiting} onClick={() => setAsking(true)}>
          {texts.create}
        </Button>
      }
    >
      <div className="gap-sm px-md pb-sm pt-14 border-top grid">
        <p className="m-0 text-xs line-18 dimmed">{texts.hint}</p>
        <WaitingNotice>{texts.waiting}</WaitingNotice>
        <div className="gap-sm grid measure">
          {origin && <CopiedValue label={texts.address} value={`${origin}/scim/v2`} />}
        </div>
        <ScimTokens organizationId={organizationId} />
      </div>
      {asking && (
        <CreateTokenDialog
          pending={create.isPending}
          onCreate={(token) => create.mutate(token, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
      {create.data && <NewTokenDialog token={create.data.token} onClose={() => create.reset()} />}
    </SectionCard>
  );
}

/** A new token, the only time it is shown. */
function NewTokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={texts.newToken} unsaved={texts.newTokenQuestion}>
      <CopiedValue label={texts.newToken} description={texts.newTokenHint} value={token} focusesCopy />
      <DialogFooter>
        <Button onClick={onClose}>{texts.done}</Button>
      </DialogFooter>
    </Dialog>
  );
}
