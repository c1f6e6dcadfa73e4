import { Button } from '@mantine/core';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { IconPencil, IconTrash } from '../../ui/icons/later-icons.ts';
import { outcomeNotices } from '../../ui/notices/notices.tsx';
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
        <ConfirmButton
          variant="default"
          leftSection={<IconTrash />}
          loading={remove.isPending}
          question={texts.removeQuestion}
          onConfirm={() => remove.mutate(kind, outcomeNotices(texts.removed, texts.removeFailed))}
        >
          {texts.remove}
        </ConfirmButton>
      </div>
    </div>
  );
}
