import { TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { ApiError, ProofCancelled } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import classes from './single-sign-on.module.css';
import { settingsTexts as texts } from './single-sign-on.texts.ts';

interface SignOnDialogProps<Values extends { domains: string }> {
  title: string;
  form: UseFormReturnType<Values>;
  labels: Record<string, string>;
  save: { isPending: boolean; error: Error | null; mutateAsync: () => Promise<unknown> };
  /** Values to enter at the provider. */
  ours: ReactNode;
  children: ReactNode;
  onClose: () => void;
}

/** What the provider needs from us, what we need from it, and the domains. */
export function SignOnDialog<Values extends { domains: string }>(props: SignOnDialogProps<Values>) {
  const { title, form, labels, save, ours, children, onClose } = props;

  async function submit() {
    try {
      await save.mutateAsync();
      notifySuccess(texts.saved);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && !(error instanceof ProofCancelled)) form.setErrors(fieldErrors(error, labels));
    }
  }

  return (
    <Dialog opened onClose={onClose} title={title} size={640} unsaved={form.isDirty() && !save.isPending}>
      {(close) => (
        <CheckedForm form={form} labels={labels} onValid={() => void submit()}>
          {save.error && Object.keys(form.errors).length === 0 && (
            <CallFailure title={texts.saveFailed} error={save.error} />
          )}
          <div className={`grid gap-sm ${classes.fields}`}>
            <Title order={3}>{texts.atProvider}</Title>
            {ours}
            <Title order={3}>{texts.fromProvider}</Title>
            {children}
            <TextInput
              label={texts.domainsField}
              description={texts.domainsFieldHint}
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('domains')}
            />
          </div>
          <SubmitFooter onCancel={close} pending={save.isPending} action="Save" />
        </CheckedForm>
      )}
    </Dialog>
  );
}

/** The server's messages by field; one about the second domain belongs to the field of all domains. */
function fieldErrors({ fields }: ApiError, labels: Record<string, string>): Record<string, string> {
  const known = Object.entries(fields).map(([path, message]) => [path.split('.')[0] ?? path, message] as const);
  return Object.fromEntries(known.filter(([name]) => name in labels));
}

/** Domains as typed: separated by commas, spaces or lines. */
export function splitDomains(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}
