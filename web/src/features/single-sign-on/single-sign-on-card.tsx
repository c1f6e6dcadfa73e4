import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { loadLater } from '../../lib/load-later.tsx';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { CopiedValue } from '../../ui/fields/copied-value.tsx';
import { WaitingNotice } from '../../ui/notices/waiting-notice.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import { DomainList } from './domain-list.tsx';
import { ProviderDetails } from './provider-details.tsx';
import { type SignOnSettings, signOnSettingsQuery } from './single-sign-on.api.ts';
import { settingsTexts as texts } from './single-sign-on.texts.ts';

const dialogs = {
  oidc: loadLater(async () => (await import('./oidc-dialog.tsx')).OidcDialog),
  saml: loadLater(async () => (await import('./saml-dialog.tsx')).SamlDialog),
};

const kinds = ['oidc', 'saml'] as const;

/** The organization's own identity provider, its sign-in link and its domains. */
export function SingleSignOnCard({ organizationId }: { organizationId: number }) {
  const { data: settings, error, refetch } = useQuery(signOnSettingsQuery(organizationId));
  const [editing, setEditing] = useState<'oidc' | 'saml' | null>(null);
  const Editor = editing && dialogs[editing];
  return (
    <SectionCard title={texts.title}>
      {settings && <Settings organizationId={organizationId} settings={settings} onEdit={setEditing} />}
      {!settings && !error && (
        <div aria-busy="true" className="border-top card-body grid gap-md">
          <Skeleton height={20} width={280} radius="sm" />
          <Skeleton height={36} width={220} radius="md" />
        </div>
      )}
      {!settings && error && <SectionFailure sentence={error.message} onRetry={() => void refetch()} />}
      <Suspense>
        {settings && Editor && (
          <Editor organizationId={organizationId} settings={settings} onClose={() => setEditing(null)} />
        )}
      </Suspense>
    </SectionCard>
  );
}

interface SettingsProps {
  organizationId: number;
  settings: SignOnSettings;
  onEdit: (kind: 'oidc' | 'saml') => void;
}

function Settings({ organizationId, settings, onEdit }: SettingsProps) {
  const isWaiting = useIsWaiting();
  const present = kinds.filter((kind) => settings[kind].issuer !== null);
  if (present.length === 0) {
    return (
      <div className="border-top card-body grid gap-md">
        <Text c="dimmed">{texts.lead}</Text>
        <WaitingNotice>{texts.waiting}</WaitingNotice>
        <div className="flex wrap gap-xs">
          <Button variant="default" disabled={isWaiting} onClick={() => onEdit('oidc')}>
            {texts.setUpOidc}
          </Button>
          <Button variant="default" disabled={isWaiting} onClick={() => onEdit('saml')}>
            {texts.setUpSaml}
          </Button>
        </div>
      </div>
    );
  }
  const { slug, entityId, domains } = settings.saml;
  return (
    <div className="border-top card-body grid gap-md">
      <WaitingNotice>{texts.waiting}</WaitingNotice>
      {present.map((kind) => (
        <ProviderDetails
          key={kind}
          organizationId={organizationId}
          kind={kind}
          settings={settings}
          onEdit={() => onEdit(kind)}
        />
      ))}
      <div className="gap-sm grid measure">
        <CopiedValue
          label={texts.signInUrl}
          description={texts.signInUrlHint}
          value={`${new URL(entityId).origin}/login/${slug}`}
        />
      </div>
      <DomainList organizationId={organizationId} domains={domains} />
    </div>
  );
}
