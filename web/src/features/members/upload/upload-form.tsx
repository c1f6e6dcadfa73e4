import { type UploadStatus, uploadStatuses } from '@kinbridge/contract/members/member-upload-statuses';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import { Button, Checkbox, Group, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { servicesQuery } from '../../../lib/queries/organization.query.ts';
import { DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { FieldsToFix } from '../../../ui/form/fields-to-fix.tsx';
import { FailureCard } from '../../../ui/form/form-errors.tsx';
import { useTriedErrors } from '../../../ui/form/use-tried-errors.ts';
import { UploadFiles } from './upload-files.tsx';
import { UploadServices } from './upload-services.tsx';
import { uploadTexts } from './uploads.texts.ts';

/** What was chosen. A failure doesn't change it. */
export interface UploadChoice {
  serviceIds: number[];
  status: UploadStatus;
  files: File[];
  smsConsent: boolean;
}

/** Why files were not uploaded: the specification's sentence, and a reason for each file. */
export interface UploadFailure {
  title: string;
  details: string[];
}

const required = [
  { path: 'serviceIds', label: uploadTexts.services },
  { path: 'files', label: uploadTexts.files },
] as const;

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
  const { errors, attempts, check, clear } = useTriedErrors();
  const [problems, setProblems] = useState<ReadonlyMap<File, string>>(new Map());

  function set(change: Partial<UploadChoice>) {
    clear(Object.keys(change));
    onChange({ ...choice, ...change });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const missing = required.filter(({ path }) => choice[path].length === 0);
    if (check(Object.fromEntries(missing.map(({ path }) => [path, uploadTexts.required])))) onSend(choice, problems);
  }

  return (
    <form noValidate onSubmit={submit}>
      {failure && (
        <FailureCard title={failure.title} occasion={failure}>
          {failure.details.map((detail) => (
            <p key={detail} className="m-0 mt-2 text-sm anywhere">
              {detail}
            </p>
          ))}
        </FailureCard>
      )}
      <FieldsToFix fields={required.filter(({ path }) => errors[path])} attempts={attempts} />
      <div className="column gap-lg">
        <UploadServices
          services={services}
          chosen={choice.serviceIds}
          onChange={(serviceIds) => set({ serviceIds })}
          error={errors.serviceIds}
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
          error={errors.files}
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
          <span className="cut fill text-sm dimmed" role="status">
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
