import { uploadStatuses } from '@kinbridge/contract/members/member-upload-statuses';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import { Button, Checkbox, Group, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { servicesQuery } from '../../../lib/queries/organization.query.ts';
import { DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { FailureCard } from '../../../ui/form/form-errors.tsx';
import classes from './upload.module.css';
import type { UploadChoice, UploadFailure } from './upload-choice.ts';
import { UploadFiles } from './upload-files.tsx';
import { UploadServices } from './upload-services.tsx';
import { uploadTexts } from './uploads.texts.ts';

interface UploadFormProps {
  choice: UploadChoice;
  onChange: (choice: UploadChoice) => void;
  /** The name of the file being sent. */
  sending: string | null;
  failure: UploadFailure | null;
  /** `problems` says why files can't be used, as far as the browser can tell. */
  onSend: (choice: UploadChoice, problems: ReadonlyMap<File, string>) => void;
  onCancel: () => void;
}

export function UploadForm({ choice, onChange, sending, failure, onSend, onCancel }: UploadFormProps) {
  const organizationId = useOwnOrganizationId();
  const services = useQuery(servicesQuery(organizationId));
  const [attempts, setAttempts] = useState(0);
  const [problems, setProblems] = useState<ReadonlyMap<File, string>>(new Map());
  const set = (change: Partial<UploadChoice>) => onChange({ ...choice, ...change });
  const missing = {
    services: choice.serviceIds.length === 0,
    files: choice.files.length === 0,
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (missing.services || missing.files) focusFirstMissing(missing);
    else onSend(choice, problems);
  }

  const tried = attempts > 0;
  return (
    <form noValidate onSubmit={submit}>
      {failure && (
        <FailureCard title={failure.title} occasion={failure}>
          {failure.details.map((detail) => (
            <p key={detail} className={classes.detail}>
              {detail}
            </p>
          ))}
        </FailureCard>
      )}
      <div className={classes.form}>
        <UploadServices
          services={services}
          chosen={choice.serviceIds}
          onChange={(serviceIds) => set({ serviceIds })}
          error={tried && missing.services ? uploadTexts.required : null}
        />
        <Radio.Group
          label={uploadTexts.status}
          description={uploadTexts.statusHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={choice.status}
          onChange={(status) => set({ status: status as UploadChoice['status'] })}
        >
          <Group gap={20} my={6}>
            {uploadStatuses.map((status) => (
              <Radio key={status} value={status} label={serviceRequestStatusLabels[status]} />
            ))}
          </Group>
        </Radio.Group>
        <UploadFiles
          files={choice.files}
          onChange={(files) => set({ files })}
          onProblem={(file, problem) => setProblems((before) => new Map([...before, [file, problem]]))}
          error={tried && missing.files ? uploadTexts.required : null}
        />
        <Checkbox
          label={uploadTexts.consent}
          description={uploadTexts.consentHint}
          checked={choice.smsConsent}
          onChange={(event) => set({ smsConsent: event.currentTarget.checked })}
        />
      </div>
      <DialogFooter>
        {sending !== null && (
          <span className={classes.sending} role="status">
            Sending {sending}…
          </span>
        )}
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={sending !== null}>
          {uploadTexts.submit}
        </Button>
      </DialogFooter>
    </form>
  );
}

function focusFirstMissing(missing: { services: boolean }): void {
  const path = missing.services ? 'services' : 'files';
  document.querySelector<HTMLElement>(`[data-upload="${path}"]`)?.focus();
}
