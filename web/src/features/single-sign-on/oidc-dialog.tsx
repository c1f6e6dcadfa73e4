import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CopiedValue } from '../../ui/fields/copied-value.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { SignOnDialog, splitDomains } from './sign-on-dialog.tsx';
import { type SignOnSettings, useSaveOidc } from './single-sign-on.api.ts';
import { oidcLabels as labels, settingsTexts as texts } from './single-sign-on.texts.ts';

interface OidcDialogProps {
  organizationId: number;
  settings: SignOnSettings;
  onClose: () => void;
}

export function OidcDialog({ organizationId, settings: { oidc: settings }, onClose }: OidcDialogProps) {
  const known = settings.issuer !== null;
  const save = useSaveOidc(organizationId);
  const form = useForm({
    initialValues: {
      issuer: settings.issuer ?? '',
      clientId: settings.clientId ?? '',
      clientSecret: '',
      domains: settings.domains.map(({ domain }) => domain).join(', '),
    },
    validate: {
      issuer: (value) => required('issuer', value),
      clientId: (value) => required('clientId', value),
      clientSecret: (value) => (known ? null : required('clientSecret', value)),
    },
  });

  function mutateAsync() {
    const { issuer, clientId, clientSecret, domains } = form.values;
    return save.mutateAsync({
      issuer: issuer.trim(),
      clientId: clientId.trim(),
      ...(clientSecret !== '' && { clientSecret }),
      domains: splitDomains(domains),
    });
  }

  return (
    <SignOnDialog
      title={texts.oidcTitle}
      form={form}
      labels={labels}
      save={{ ...save, mutateAsync }}
      ours={<CopiedValue label={texts.redirectUri} value={settings.redirectUri} />}
      onClose={onClose}
    >
      <TextInput
        label={labels.issuer}
        description={texts.issuerHint}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('issuer')}
      />
      <TextInput label={labels.clientId} autoCapitalize="none" spellCheck={false} {...form.getInputProps('clientId')} />
      <PasswordField
        label={labels.clientSecret}
        {...(known && { description: texts.secretKept })}
        autoComplete="off"
        {...form.getInputProps('clientSecret')}
      />
    </SignOnDialog>
  );
}

function required(field: keyof typeof labels, value: string): string | null {
  return value.trim() === '' ? texts.required(labels[field]) : null;
}
