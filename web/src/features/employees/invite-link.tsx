import { Button, Text, TextInput, Title } from '@mantine/core';
import { useRef } from 'react';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { IconLink } from '../../ui/icons/later-icons.ts';
import { copyText } from '../../ui/notices/copy-text.ts';
import classes from './employees.module.css';
import { inviteTexts as texts } from './employees.texts.ts';
import { useInvite } from './invite.api.ts';

/** A link for everyone the admin shares it with. Created on request, and only copied after that. */
export function InviteLink({ organizationId }: { organizationId: number }) {
  const invite = useInvite(organizationId);
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    // The card shows why there is no link.
    const created = invite.data ?? (await invite.mutateAsync(null).catch(() => null));
    if (created) await copyText(created.link, { ...texts, field: field.current });
  }

  return (
    <section className={`gap-xs pt-md border-top column ${classes.inviteLink}`}>
      <Title order={3}>{texts.orLink}</Title>
      <Text c="dimmed" fz="sm">
        {texts.linkHint}
      </Text>
      {invite.error && <CallFailure title={texts.linkFailed} error={invite.error} />}
      <div className={`column items-start gap-10 ${classes.inviteField}`}>
        {invite.data && <TextInput ref={field} aria-label={texts.link} readOnly value={invite.data.link} />}
        <Button variant="default" leftSection={<IconLink />} loading={invite.isPending} onClick={() => void copy()}>
          {texts.copyLink}
        </Button>
      </div>
    </section>
  );
}
