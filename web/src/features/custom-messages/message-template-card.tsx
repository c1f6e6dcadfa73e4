import type { CustomMessage } from '@kinbridge/contract/custom-messages/custom-messages.contract';
import { messageTemplates } from '@kinbridge/contract/custom-messages/message-templates';
import { Button, Text } from '@mantine/core';
import { IconPencil } from '../../ui/icons/icons.ts';
import { SectionCard } from '../../ui/section/section-card.tsx';
import classes from './custom-messages.module.css';
import { customMessageTexts, templateOccasions } from './custom-messages.texts.ts';

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

/** A text with its variables highlighted, so that they don't read as words. */
function MessageTemplateText({ text }: { text: string }) {
  return (
    <p className={`m-0 text-md line-22 anywhere pre-wrap ${classes.text}`}>
      {text.split(/(\{\w+\})/).map((part, index) =>
        /^\{\w+\}$/.test(part) ? (
          <span key={index} className={`round-xs text-sm tint ${classes.variable}`}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </p>
  );
}
