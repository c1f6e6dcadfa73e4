import { isIdentityField } from '@kinbridge/contract/member-fields/member-fields';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { userQuery } from '../../lib/queries/user.query.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useKeptEdit } from '../../lib/use-kept-edit.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { ConflictCard } from '../../ui/form/conflict-card.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { RestoredNote } from '../../ui/form/restored-note.tsx';
import { useEditFailure } from '../../ui/form/use-edit-failure.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import {
  changesOf,
  type Edited,
  labelsInOrder,
  type ProfileValues,
  rebase,
  toUpdate,
  toValues,
  validateProfile,
  writtenOut,
} from './edit-profile.form.ts';
import { EditProfileFields } from './edit-profile-fields.tsx';
import { askForPush } from './push-notifications/push-device.ts';
import { pushFailure, useRegisterBrowser } from './push-notifications/push-notifications.api.ts';
import { profileDraft, useUpdateUser } from './users.api.ts';
import { editTexts, userTexts } from './users.texts.ts';

interface EditProfileDialogProps {
  user: User;
  /** True for your own profile, where changing the email needs the password. */
  own: boolean;
  /** The organization that receives proposed identity changes; null if every field is saved directly. */
  proposedTo?: string | null;
  onClose: () => void;
  onSaved?: () => void;
}

/** Edits your own profile, an employee's or a member's. */
export function EditProfileDialog({ user, own, proposedTo = null, onClose, onSaved }: EditProfileDialogProps) {
  const update = useUpdateUser(user.id);
  const form = useForm<ProfileValues>({
    initialValues: toValues(user),
    validate: (values): Record<string, string> => validateProfile(writtenOut(values), edited),
  });
  const fetchFresh = () => queryClient.fetchQuery({ ...userQuery(user.id), staleTime: 0 });
  const { known, conflicts, failure, forget, explain } = useEditFailure(user, { form, fetchFresh, rebase });
  const edited: Edited = { user: known, own };
  const changes = changesOf(form.values, edited);
  const changed = Object.keys(changes).length > 0;
  // Without the password, which is never stored.
  const [restored, dismiss] = useKeptEdit(profileDraft(user.id), changes, form.setValues);
  const texts = editTexts(user, own);
  const register = useRegisterBrowser(user.id);

  function startOver() {
    form.setValues(toValues(known));
    dismiss();
  }

  async function turnOnHere(asked: Promise<string | null>) {
    const failed = (await asked) ?? (await register.mutateAsync().then(() => null, pushFailure));
    if (failed !== null) notifyError(failed);
  }

  async function save(typed: ProfileValues) {
    const values = writtenOut(typed);
    if (!changed) return onClose();
    forget();
    // Browsers let a page ask right after a click only.
    const asked = own && changes.sendPushNotifications ? askForPush().then(() => null, pushFailure) : null;
    try {
      const saved = await update.mutateAsync(toUpdate(values, edited));
      const newAddress = saved.pendingEmail !== known.pendingEmail && saved.pendingEmail;
      const proposed = proposedTo !== null && Object.keys(changes).some(isIdentityField);
      const done = proposed ? userTexts.proposed(proposedTo) : texts.saved;
      notifySuccess(newAddress ? userTexts.emailRequested(newAddress) : done);
      if (asked) await turnOnHere(asked);
      onSaved?.();
      onClose();
    } catch (error) {
      await explain(error as Error, values);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={texts.title} size={560} unsaved={changed && !update.isPending}>
      <CheckedForm form={form} labels={labelsInOrder} onValid={(values) => void save(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={userTexts.updateFailed} error={failure} />}
        {conflicts && (
          <ConflictCard
            title={texts.stale}
            conflicts={conflicts}
            values={form.values}
            onChoose={(field, value) => form.setFieldValue(field, value as string | boolean)}
          />
        )}
        {proposedTo !== null && (
          <Text fz="sm" c="dimmed" mb="sm">
            {userTexts.proposedTo(proposedTo)}
          </Text>
        )}
        <EditProfileFields form={form} edited={edited} />
        <SubmitFooter pending={update.isPending} />
      </CheckedForm>
    </Dialog>
  );
}
