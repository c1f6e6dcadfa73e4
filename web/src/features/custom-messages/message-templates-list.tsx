import {
  type MessageTemplateKey,
  messageTemplateKeys,
  templateOf,
} from '@kinbridge/contract/custom-messages/message-templates';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isActiveAdmin, organizationOf, useCurrentUser } from '../../lib/current-user.ts';
import { loadLater } from '../../lib/load-later.tsx';
import { hasKeptEdit } from '../../lib/use-kept-edit.ts';
import { IconLock } from '../../ui/icons/icons.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { WaitingNotice } from '../../ui/notices/waiting-notice.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { customMessagesQuery, messageDraft } from './custom-messages.api.ts';
import { customMessageTexts } from './custom-messages.texts.ts';
import { MessageTemplateCard } from './message-template-card.tsx';

const EditMessageDialog = loadLater(async () => (await import('./edit-message-dialog.tsx')).EditMessageDialog);

/** The organization's messages; its admins can edit them. */
export function MessageTemplatesList() {
  const user = useCurrentUser();
  const { data: messages, error, refetch } = useQuery(customMessagesQuery(organizationOf(user)));
  const [editing, setEditing] = useState(leftOpen);
  const mayEdit = isActiveAdmin(user);
  const edited = messages?.find((message) => message.key === editing);
  if (!messages) {
    return error ? <LoadFailure error={error} level={2} onRetry={() => void refetch()} /> : <CardSkeletons />;
  }
  const cards = (canBeOff: boolean) =>
    messages
      .filter(({ key }) => (templateOf(key).canBeOff ?? false) === canBeOff)
      .map((message) => (
        <MessageTemplateCard
          key={message.key}
          message={message}
          onEdit={mayEdit ? () => setEditing(message.key) : undefined}
        />
      ));
  return (
    <>
      <WaitingNotice>{customMessageTexts.waiting}</WaitingNotice>
      {!mayEdit && (
        <Notice icon={IconLock} title={customMessageTexts.adminsOnly}>
          {customMessageTexts.adminsOnlyText}
        </Notice>
      )}
      {cards(false)}
      <h2 className="m-0 text-lg">{customMessageTexts.more}</h2>
      {cards(true)}
      <Suspense>{edited && <EditMessageDialog message={edited} onClose={() => setEditing(null)} />}</Suspense>
    </>
  );
}

/** The message whose editor was left with unsaved text. */
function leftOpen(): MessageTemplateKey | null {
  return messageTemplateKeys.find((key) => hasKeptEdit(messageDraft(key))) ?? null;
}

function CardSkeletons() {
  return (
    <>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height={124} radius="lg" aria-busy="true" />
      ))}
    </>
  );
}
