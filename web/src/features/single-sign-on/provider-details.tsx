import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { IconPencil, IconTrash } from '../../ui/icons/icons.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import { Facts } from '../../ui/section/facts.tsx';
import { type SignOnSettings, useRemoveProvider } from './single-sign-on.api.ts';
import { settingsTexts as texts } from './single-sign-on.texts.ts';

interface ProviderDetailsProps {
  organizationId: number;
  kind: 'oidc' | 'saml';
  settings: SignOnSettings;
  onEdit: () => void;
}

/** The provider that is set up, which the admin can edit and remove. */
export function ProviderDetails({ organizationId, kind, settings: { oidc, saml }, onEdit }: ProviderDetailsProps) {
  const remove = useRemoveProvider(organizationId);
  const isWaiting = useIsWaiting();
  const [asking, setAsking] = useState(false);

  function confirm() {
    setAsking(false);
    remove.mutate(kind, {
      onSuccess: () => notifySuccess(texts.removed),
      onError: ({ message }) => notifyError(`${texts.removeFailed} ${message}`),
    });
  }

  return (
    <div className="grid gap-sm">
      <Facts
        plain
        label={texts.kinds[kind]}
        facts={
          kind === 'saml'
            ? [
                { label: texts.protocol, value: texts.kinds.saml },
                { label: texts.entityOfProvider, value: saml.issuer, long: true },
                { label: texts.metadataFrom, value: saml.metadataUrl ?? texts.pasted, long: true },
              ]
            : [
                { label: texts.protocol, value: texts.kinds.oidc },
                { label: texts.issuer, value: oidc.issuer, long: true },
                { label: texts.clientId, value: oidc.clientId, long: true },
              ]
        }
      />
      <div className="flex wrap gap-xs">
        <Button variant="default" leftSection={<IconPencil />} disabled={isWaiting} onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash />}
          loading={remove.isPending}
          onClick={() => setAsking(true)}
        >
          {texts.remove}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={texts.removeTitle}
        text={texts.removeText}
        confirm={texts.remove}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
