import { invitationForm } from '@kinbridge/contract/organizations/invitations.contract';
import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '../../lib/api.ts';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { Dialog, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { IconSend } from '../../ui/icons/icons.ts';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import { WaitingNotice } from '../../ui/notices/waiting-notice.tsx';
import classes from './employees.module.css';
import { inviteTexts as texts } from './employees.texts.ts';
import { useInvite } from './invite.api.ts';
import { InviteLink } from './invite-link.tsx';

interface InviteDialogProps {
  organizationId: number;
  onClose: () => void;
}

/** Invites colleagues, by email one at a time or with a link for all of them. */
export function InviteDialog({ organizationId, onClose }: InviteDialogProps) {
  const invite = useInvite(organizationId);
  const isWaiting = useIsWaiting();
  const form = useForm({
    initialValues: { email: '' },
    validate: (values) => errorsFromSchema(invitationForm, values),
  });
  const beside = invite.error instanceof ApiError && 'email' in invite.error.fields;

  function send({ email }: { email: string }) {
    invite.mutate(email, {
      onSuccess: () => {
        notifySuccess(texts.sent(email.trim()));
        form.reset();
      },
      onError: (error) => form.setErrors(error instanceof ApiError ? error.fields : {}),
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
      <CheckedForm form={form} labels={{ email: texts.email }} onValid={send}>
        {invite.error && !beside && <CallFailure title={texts.sendFailed} error={invite.error} />}
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
