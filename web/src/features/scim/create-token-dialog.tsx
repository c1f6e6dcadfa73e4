import { defaultTokenDays, maxTokenDays } from '@kinbridge/contract/scim/scim-token-days';
import type { ScimTokenForm } from '@kinbridge/contract/scim/scim-tokens.contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { scimTexts as texts } from './scim.texts.ts';

interface CreateTokenDialogProps {
  pending: boolean;
  onCreate: (token: ScimTokenForm) => void;
  onClose: () => void;
}

const choices = [30, 90, 180, defaultTokenDays, maxTokenDays];

/** What a new token is called, and how long it works. */
export function CreateTokenDialog({ pending, onCreate, onClose }: CreateTokenDialogProps) {
  const form = useForm({ initialValues: { name: '', days: String(defaultTokenDays) } });
  return (
    <Dialog opened onClose={onClose} title={texts.createTitle}>
      <CheckedForm
        form={form}
        labels={{ name: texts.name }}
        onValid={({ name, days }) => onCreate({ name, expireDays: Number(days) })}
      >
        <div className="grid gap-sm">
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            maxLength={100}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <NativeSelect
            label={texts.expires}
            description={texts.expiresHint}
            data={choices.map((days) => ({ value: String(days), label: texts.after(days) }))}
            {...form.getInputProps('days')}
          />
        </div>
        <SubmitFooter onCancel={onClose} pending={pending} action={texts.create} />
      </CheckedForm>
    </Dialog>
  );
}
