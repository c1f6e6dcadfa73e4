import { Anchor, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { CopiedValue } from '../../ui/fields/copied-value.tsx';
import { SignOnDialog, splitDomains } from './sign-on-dialog.tsx';
import { type SignOnSettings, useSaveSaml } from './single-sign-on.api.ts';
import { samlLabels as labels, settingsTexts as texts } from './single-sign-on.texts.ts';

interface SamlDialogProps {
  organizationId: number;
  settings: SignOnSettings;
  onClose: () => void;
}

type Source = 'metadataUrl' | 'metadata';

export function SamlDialog({ organizationId, settings: { saml: settings }, onClose }: SamlDialogProps) {
  const known = settings.issuer !== null;
  const wasPasted = known && settings.metadataUrl === null;
  const [source, setSource] = useState<Source>(wasPasted ? 'metadata' : 'metadataUrl');
  const save = useSaveSaml(organizationId);
  const form = useForm({
    initialValues: {
      metadataUrl: settings.metadataUrl ?? '',
      metadata: '',
      domains: settings.domains.map(({ domain }) => domain).join(', '),
    },
    validate: (values) => {
      const kept = source === 'metadata' && wasPasted;
      return values[source].trim() === '' && !kept ? { [source]: texts.required(labels[source]) } : {};
    },
  });

  function mutateAsync() {
    const { [source]: value, domains } = form.values;
    return save.mutateAsync({
      ...(value.trim() !== '' && { [source]: value.trim() }),
      domains: splitDomains(domains),
    });
  }

  return (
    <SignOnDialog
      title={texts.samlTitle}
      form={form}
      labels={{ [source]: labels[source], domains: labels.domains }}
      save={{ ...save, mutateAsync }}
      ours={
        <>
          <CopiedValue label={texts.entityId} value={settings.entityId} />
          <CopiedValue label={texts.acsUrl} value={settings.acsUrl} />
          <Anchor href={settings.entityId} download>
            {texts.ownMetadata}
          </Anchor>
        </>
      }
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={texts.metadataKind}
        value={source}
        onChange={(next) => {
          setSource(next as Source);
          form.clearErrors();
        }}
        data={[
          { value: 'metadataUrl', label: texts.byUrl },
          { value: 'metadata', label: texts.byPaste },
        ]}
      />
      {source === 'metadataUrl' ? (
        <TextInput
          label={labels.metadataUrl}
          description={texts.metadataUrlHint}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('metadataUrl')}
        />
      ) : (
        <Textarea
          label={labels.metadata}
          description={wasPasted ? texts.metadataKept : texts.metadataHint}
          rows={6}
          spellCheck={false}
          {...form.getInputProps('metadata')}
        />
      )}
    </SignOnDialog>
  );
}
