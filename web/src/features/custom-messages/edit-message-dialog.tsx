import { type CustomMessage, customMessageInput } from '@kinbridge/contract/custom-messages/custom-messages.contract';
import { templateOf, unknownVariables } from '@kinbridge/contract/custom-messages/message-templates';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useKeptEdit } from '../../lib/use-kept-edit.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { GrowingTextarea } from '../../ui/fields/growing-textarea.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { RestoredNote } from '../../ui/form/restored-note.tsx';
import { IconRestore } from '../../ui/icons/later-icons.ts';
import { noticeThen } from '../../ui/notices/notices.tsx';
import { messageDraft, useSaveCustomMessage } from './custom-messages.api.ts';
import classes from './custom-messages.module.css';
import { customMessageTexts } from './custom-messages.texts.ts';
import { MessagePreview } from './message-preview.tsx';
import { MessageVariables } from './message-variables.tsx';

export function EditMessageDialog({ message, onClose }: { message: CustomMessage; onClose: () => void }) {
  const template = templateOf(message.key);
  const save = useSaveCustomMessage(message.organizationId);
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useForm({
    initialValues: { msg: message.msg },
    validate: (values) => errorsFromSchema(customMessageInput, { ...message, ...values }),
  });
  const changed = form.values.msg !== message.msg;
  const unknown = unknownVariables(form.values.msg);
  const typed = changed ? form.values : {};
  const [restored, dismiss] = useKeptEdit<{ msg?: string }>(messageDraft(message.key), typed, form.setValues);

  function startOver() {
    form.reset();
    dismiss();
  }

  function submit({ msg }: { msg: string }) {
    if (!changed) return onClose();
    save.mutate({ ...message, msg }, noticeThen(customMessageTexts.saved, onClose));
  }

  /** Inserts at the cursor, replaces the selection, and puts the cursor after it. */
  function insert(variable: string) {
    const field = area.current;
    if (!field) return;
    const { msg } = form.values;
    const [from, to] = [field.selectionStart, field.selectionEnd];
    flushSync(() => form.setFieldValue('msg', msg.slice(0, from) + variable + msg.slice(to)));
    field.focus();
    field.setSelectionRange(from + variable.length, from + variable.length);
  }

  return (
    <Dialog opened onClose={onClose} title={template.title} size={560} unsaved={changed && !save.isPending}>
      <CheckedForm form={form} labels={{ msg: customMessageTexts.message }} onValid={submit}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {save.error && <CallFailure title={customMessageTexts.failed} error={save.error} />}
        <div className="column gap-md">
          <GrowingTextarea
            ref={area}
            label={customMessageTexts.message}
            minRows={4}
            maxRows={10}
            data-autofocus
            {...form.getInputProps('msg')}
          />
          <MessageVariables
            required={template.required}
            optional={template.optional}
            text={form.values.msg}
            onInsert={insert}
          />
          {unknown.length > 0 && (
            <p role="status" className="m-0 text-xs alert">
              {customMessageTexts.unknown(unknown)}
            </p>
          )}
          {form.values.msg !== template.text && (
            <Button
              variant="subtle"
              className={classes.reset}
              leftSection={<IconRestore />}
              onClick={() => {
                form.setFieldValue('msg', template.text);
                area.current?.focus();
              }}
            >
              {customMessageTexts.reset}
            </Button>
          )}
          <MessagePreview organizationId={message.organizationId} text={form.values.msg} />
        </div>
        <SubmitFooter pending={save.isPending} />
      </CheckedForm>
    </Dialog>
  );
}
