import { textIn } from '@kinbridge/forms/form-definition';
import type { FormTemplate } from '@kinbridge/forms/templates/form-template';
import { formTemplates } from '@kinbridge/forms/templates/form-templates';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDateTime } from '../../../lib/dates.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { IconPlus } from '../../../ui/icons/icons.ts';
import { type FormDraft, readFormDraft, writeFormDraft } from '../form-draft.ts';
import classes from './library.module.css';
import { libraryTexts } from './library.texts.ts';

/** Starts a blank form or one from a template. An existing draft of a new form isn't lost. */
export function CreateFormMenu({ variant = 'filled' }: { variant?: 'filled' | 'light' }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<FormDraft | null>(null);
  const [waiting, setWaiting] = useState<FormTemplate | null>(null);

  function goOn() {
    void navigate('/forms-create', { state: { continueDraft: true } });
  }

  function startFrom({ data }: FormTemplate) {
    writeFormDraft({ definition: data, base: null, savedAt: new Date().toISOString() });
    goOn();
  }

  return (
    <>
      <Menu position="bottom-end" onOpen={() => setDraft(readFormDraft(null))}>
        <Menu.Target>
          <Button variant={variant} leftSection={<IconPlus />}>
            {libraryTexts.create}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {draft && (
            <Menu.Item onClick={goOn}>
              <Words title="Continue your draft" text={draftText(draft)} />
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void navigate('/forms-create')}>
            <Words title="Start from scratch" text="Add questions one by one." />
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Start from a template</Menu.Label>
          {formTemplates.map((template) => (
            <Menu.Item key={template.key} onClick={() => (draft ? setWaiting(template) : startFrom(template))}>
              <Words title={template.title} text={template.description} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={waiting !== null}
        title="Replace your draft?"
        text={draft ? `You have an unpublished draft: ${draftText(draft)} The template will replace it.` : ''}
        confirm="Replace the draft"
        cancel="Keep the draft"
        onCancel={() => setWaiting(null)}
        onConfirm={() => waiting && startFrom(waiting)}
      />
    </>
  );
}

function draftText({ definition, savedAt }: FormDraft): string {
  return `${textIn(definition.title) || 'Untitled form'}, last changed on ${formatDateTime(savedAt)}.`;
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <span className={`block ${classes.template}`}>
      <strong className="block bold">{title}</strong>
      <span className="block text-xs line-16 dimmed">{text}</span>
    </span>
  );
}
