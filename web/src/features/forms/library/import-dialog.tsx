import { formLabel } from '@kinbridge/forms/form-definition';
import { Button, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { ApiError, fieldErrors } from '../../../lib/api.ts';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { useRequiredField } from '../../../ui/form/use-required-field.ts';
import { formUrl } from '../form-url.ts';
import { formsTexts } from '../forms.texts.ts';
import { type ImportedSurvey, useImportForm } from './library.api.ts';
import { libraryTexts } from './library.texts.ts';

/** Imports a form from Jotform or Google Forms by its id, then lists what couldn't be imported. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const bringIn = useImportForm();
  const { data: imported, error } = bringIn;
  const field = useRequiredField(formsTexts.required, fieldErrors(error).formId);
  const formId = field.value.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (field.check()) bringIn.mutate(formId);
  }

  if (imported) return <ImportReport imported={imported} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={libraryTexts.import} unsaved={formId !== '' && !bringIn.isPending}>
      <form noValidate onSubmit={submit}>
        {error && (
          <CallFailure title={formsTexts.importFailed} error={error}>
            {error instanceof ApiError && error.body.code === 'import_not_configured' && (
              <p className="m-0 mt-2xs text-sm anywhere">
                {/^\d+$/.test(formId) ? libraryTexts.importAsk.jotform : libraryTexts.importAsk.google}
              </p>
            )}
          </CallFailure>
        )}
        <TextInput
          label="Form ID"
          description={libraryTexts.importHint}
          withAsterisk
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          {...field.input}
        />
        <SubmitFooter pending={bringIn.isPending} action="Import" />
      </form>
    </Dialog>
  );
}

function ImportReport({ imported, onClose }: { imported: ImportedSurvey; onClose: () => void }) {
  const { notCarriedOver } = imported;
  return (
    <Dialog opened onClose={onClose} title={`${formLabel(imported)} was imported`}>
      {notCarriedOver.length === 0 ? (
        <Text role="status">Everything was imported. The form is published and its link works.</Text>
      ) : (
        <>
          <Text role="status">The form is published, but some parts couldn't be imported. Check these questions:</Text>
          <ul className="list mt-xs box anywhere ruled">
            {notCarriedOver.map(({ question, reason }) => (
              <li className="px-sm py-xs" key={`${question} ${reason}`}>
                <strong className="block bold">{question}</strong>
                <span className="text-sm dimmed">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <Button component={Link} to={formUrl('create', imported.id)} data-autofocus>
          Open in the editor
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
