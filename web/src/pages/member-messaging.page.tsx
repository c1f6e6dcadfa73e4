import { Text } from '@mantine/core';
import { customMessageTexts } from '../features/custom-messages/custom-messages.texts.ts';
import { MessageTemplatesList } from '../features/custom-messages/message-templates-list.tsx';
import { Page } from '../ui/page/page.tsx';

export function MemberMessagingPage() {
  return (
    <Page title={customMessageTexts.title}>
      <Text c="dimmed" fz="inherit" maw="80ch" mt={-8}>
        {customMessageTexts.lead}
      </Text>
      <MessageTemplatesList />
    </Page>
  );
}
