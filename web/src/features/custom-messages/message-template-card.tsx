import type { CustomMessage } from '@kinbridge/contract/custom-messages/custom-messages.contract';
import { messageTemplates } from '@kinbridge/contract/custom-messages/message-templates';
import { Button, Text } from '@mantine/core';
import { IconPencil } from '../../ui/icons/icons.ts';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { customMessageTexts, templateOccasions } from './custom-messages.texts.ts';
import { MessageTemplateText } from './message-template-text.tsx';

interface MessageTemplateCardProps {
  message: CustomMessage;
  /** Absent for people who may only read. */
  onEdit?: (() => void) | undefined;
}

/** One of the three messages: when it is sent, and its current text. */
export function MessageTemplateCard({ message, onEdit }: MessageTemplateCardProps) {
  const { title } = messageTemplates[message.key];
  return (
    <SectionCard
      title={title}
      note={
        <Text className="text-xs line-18 dimmed">
          {message.id === null ? customMessageTexts.defaultText : customMessageTexts.ownText}
        </Text>
      }
      action={
        onEdit && (
          <Button
            variant="subtle"
            leftSection={<IconPencil />}
            aria-label={customMessageTexts.editOf(title)}
            onClick={onEdit}
          >
            {customMessageTexts.edit}
          </Button>
        )
      }
    >
      <div className="px-md pb-sm pt-14 border-top">
        <MessageTemplateText text={message.msg} />
        <Text className="mt-xs text-xs line-18 dimmed">{templateOccasions[message.key]}</Text>
      </div>
    </SectionCard>
  );
}
