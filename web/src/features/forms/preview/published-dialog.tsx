import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { SuccessDialog } from '../../../ui/dialog/outcome-dialog.tsx';
import { IconLink, IconQrcode, IconUserPlus } from '../../../ui/icons/later-icons.ts';
import { WaitingNotice } from '../../../ui/notices/waiting-notice.tsx';
import { formsTexts } from '../forms.texts.ts';
import { copyLink } from '../library/copy-link.ts';
import { libraryTexts } from '../library/library.texts.ts';
import { ShareDialog } from '../library/share-dialog.tsx';
import { AssignFormDialog, type FindMember } from './assign-form-dialog.tsx';

interface PublishedDialogProps {
  form: FormVersion;
  findMember: FindMember;
  onClose: () => void;
}

/** Says that a form was published, and offers ways to share it. One dialog is open at a time. */
export function PublishedDialog({ form, findMember, onClose }: PublishedDialogProps) {
  const [shown, setShown] = useState<'success' | 'link' | 'code' | 'assign'>('success');
  const back = () => setShown('success');
  const copy = () => void copyLink(form).then((copied) => copied || setShown('link'));
  if (shown === 'assign') return <AssignFormDialog form={form} findMember={findMember} onClose={back} />;
  if (shown !== 'success') {
    return <ShareDialog form={form} refused={shown === 'link'} onCopy={copy} onClose={back} />;
  }
  const isNew = form.version === 1;
  return (
    <SuccessDialog opened title={isNew ? formsTexts.created : formsTexts.updated} onClose={onClose}>
      <Stack gap={16}>
        <Text>{isNew ? formsTexts.formCreated : formsTexts.draftSaved}</Text>
        <WaitingNotice>{libraryTexts.waiting}</WaitingNotice>
        <Group gap={8}>
          <Button variant="light" leftSection={<IconLink />} onClick={copy}>
            Copy Link
          </Button>
          <Button variant="light" leftSection={<IconQrcode />} onClick={() => setShown('code')}>
            QR code
          </Button>
          <Button variant="light" leftSection={<IconUserPlus />} onClick={() => setShown('assign')}>
            Assign
          </Button>
        </Group>
      </Stack>
    </SuccessDialog>
  );
}
