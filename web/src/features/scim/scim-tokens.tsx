import type { ScimToken } from '@kinbridge/contract/scim/scim-tokens.contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import { scimTokensQuery, useDeleteScimToken } from './scim.api.ts';
import { expiryOf, scimTexts as texts } from './scim.texts.ts';

/** The tokens by name or number, since nobody can see the tokens themselves. */
export function ScimTokens({ organizationId }: { organizationId: number }) {
  const { data: tokens, error, refetch } = useQuery(scimTokensQuery(organizationId));
  const remove = useDeleteScimToken(organizationId, ({ message }) => notifyError(`${texts.removeFailed} ${message}`));
  const [asking, setAsking] = useState<ScimToken | null>(null);

  function confirm() {
    if (asking === null) return;
    remove.mutate(asking.id, { onSuccess: () => notifySuccess(texts.removed), onSettled: () => setAsking(null) });
  }

  if (!tokens && error) return <SectionFailure sentence={error.message} onRetry={() => void refetch()} />;
  if (!tokens) {
    return (
      <div aria-busy="true" className="gap-sm py-6 row between min-h-52">
        <Skeleton height={10} width={220} radius="sm" />
      </div>
    );
  }
  if (tokens.length === 0) return <p className="m-0 text-xs line-18 dimmed">{texts.empty}</p>;
  return (
    <>
      <ul className="list ruled">
        {tokens.map((token) => (
          <li key={token.id} className="gap-sm py-6 row between min-h-52">
            <div className="fill">
              <div className="bold anywhere">{nameOf(token)}</div>
              <div className="text-xs line-18 dimmed">{usesOf(token)}</div>
              <Expiry token={token} />
            </div>
            <Button variant="default" aria-label={texts.removeOne(nameOf(token))} onClick={() => setAsking(token)}>
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asking !== null}
        title={asking ? texts.removeTitle(nameOf(asking)) : ''}
        text={texts.removeText}
        confirm={texts.removeConfirm}
        waiting={remove.isPending}
        onConfirm={confirm}
        onCancel={() => setAsking(null)}
      />
    </>
  );
}

function nameOf({ id, name }: ScimToken): string {
  return texts.tokenName(id, name);
}

function Expiry({ token }: { token: ScimToken }) {
  const { warns, text } = expiryOf(token.expireTimestamp);
  return <div className={`text-xs line-18 ${warns ? 'amber bold' : 'dimmed'}`}>{text}</div>;
}

function usesOf({ createTimestamp, lastUsedTimestamp }: ScimToken): string {
  const used = lastUsedTimestamp === null ? texts.unused : texts.lastUsed(formatDateTime(lastUsedTimestamp));
  return `${texts.created(formatDateTime(createTimestamp))}, ${used}`;
}
