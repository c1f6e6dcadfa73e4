import { invitationForm } from '@kinbridge/contract/organizations/invitations.contract';
import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../../lib/api.ts';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { Dialog, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { FormFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { IconSend } from '../../ui/icons/later-icons.ts';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import { WaitingNotice } from '../../ui/notices/waiting-notice.tsx';
import classes from './employees.module.css';
import { inviteTexts as texts } from './employees.texts.ts';
import { useInvite } from './invite.api.ts';
import { InviteLink } from './invite-link.tsx';

const labels = { email: texts.email };

/** Invites colleagues, by email one at a time or with a link for all of them. */
export function InviteDialog({ organizationId, onClose }: { organizationId: number; onClose: () => void }) {
  const invite = useInvite(organizationId);
  const isWaiting = useIsWaiting();
  const form = useForm({
    initialValues: { email: '' },
    validate: (values) => errorsFromSchema(invitationForm, values),
  });

  function send({ email }: { email: string }) {
    invite.mutate(email, {
      onSuccess: () => {
        notifySuccess(texts.sent(email.trim()));
        form.reset();
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    });
  }

  return (
    <Dialog opened onClose={onClose} title={texts.title} unsaved={form.isDirty() && !invite.isPending}>
      <Text c="dimmed" mb={14}>
        {texts.lead}
      </Text>
      <div className={classes.inviteNotice}>
        <WaitingNotice>{texts.waiting}</WaitingNotice>
      </div>
      <CheckedForm form={form} labels={labels} onValid={send}>
        <FormFailure title={texts.sendFailed} error={invite.error} labels={labels} />
        <div className={`column items-start gap-10 ${classes.inviteField}`}>
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="off"
            required
            withAsterisk={false}
            disabled={isWaiting}
            {...form.getInputProps('email')}
          />
          <Button type="submit" leftSection={<IconSend />} loading={invite.isPending} disabled={isWaiting}>
            {texts.send}
          </Button>
        </div>
      </CheckedForm>
      <InviteLink organizationId={organizationId} />
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
