import type { CustomMessage } from '@kinbridge/contract/custom-messages/custom-messages.contract';
import { templateOf } from '@kinbridge/contract/custom-messages/message-templates';
import { Button, Switch, Text } from '@mantine/core';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { IconPencil } from '../../ui/icons/later-icons.ts';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { useSaveCustomMessage } from './custom-messages.api.ts';
import classes from './custom-messages.module.css';
import { customMessageTexts, templateOccasions } from './custom-messages.texts.ts';

interface MessageTemplateCardProps {
  message: CustomMessage;
  /** Absent for people who may only read. */
  onEdit?: (() => void) | undefined;
}

/** One message: when it is sent, its current text, and a switch if it can be off. */
export function MessageTemplateCard({ message, onEdit }: MessageTemplateCardProps) {
  const { title, text, canBeOff } = templateOf(message.key);
  return (
    <SectionCard
      title={title}
      note={
        <Text className="text-xs line-18 dimmed">
          {message.msg === text ? customMessageTexts.defaultText : customMessageTexts.ownText}
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
        {canBeOff && <SendSwitch message={message} title={title} disabled={!onEdit} />}
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

function SendSwitch({ message, title, disabled }: { message: CustomMessage; title: string; disabled: boolean }) {
  const save = useSaveCustomMessage(message.organizationId);
  const enabled = save.isPending ? save.variables.enabled : message.enabled;
  return (
    <>
      <Switch
        className="mt-sm"
        label={customMessageTexts.send}
        aria-label={customMessageTexts.sendOf(title)}
        checked={enabled}
        disabled={disabled || save.isPending}
        onChange={({ currentTarget }) => save.mutate({ ...message, enabled: currentTarget.checked })}
      />
      {save.error && <CallFailure title={customMessageTexts.failed} error={save.error} />}
    </>
  );
}
