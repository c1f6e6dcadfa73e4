import { useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { forgetUploads, keepUpload, useKeptUploads } from './kept-uploads.ts';
import type { UploadChoice, UploadFailure } from './upload-form.tsx';
import { UploadForm } from './upload-form.tsx';
import { UploadWork } from './upload-work.tsx';
import { uploadList } from './uploads.api.ts';
import { uploadTexts } from './uploads.texts.ts';

const nothing: UploadChoice = { serviceIds: [], status: 'COMPLETED', files: [], smsConsent: false };

/** Uploads lists of members, then shows the progress and the result. */
export function MemberUploadDialog({ onClose }: { onClose: () => void }) {
  const organizationId = useOwnOrganizationId();
  const [choice, setChoice] = useState(nothing);
  const [sending, setSending] = useState<string | null>(null);
  const [failure, setFailure] = useState<UploadFailure | null>(null);
  const [sent] = useState(() => new Map<number, File>());
  const kept = useKeptUploads();
  const oneAtATime = useOneAtATime();
  const working = kept.length > 0 && sending === null;

  /** One call per file. Files that fail stay chosen; those the browser couldn't read are not sent. */
  async function send({ files, serviceIds, status, smsConsent }: UploadChoice, problems: ReadonlyMap<File, string>) {
    setFailure(null);
    const failed: { file: File; error: Error }[] = [];
    for (const file of files) {
      const problem = problems.get(file);
      if (problem !== undefined) {
        failed.push({ file, error: new Error(problem) });
        continue;
      }
      setSending(file.name);
      try {
        const wanted = { serviceIds, serviceStatus: status, smsConsent };
        const id = await uploadList(organizationId, { file, ...wanted });
        sent.set(id, file);
        keepUpload({ id, fileName: file.name, wanted });
      } catch (error) {
        failed.push({ file, error: error as Error });
      }
    }
    setSending(null);
    setChoice((before) => ({ ...before, files: failed.map(({ file }) => file) }));
    if (failed.length > 0) setFailure(failureOf(failed));
  }

  /** Chooses the failed files again, as far as this page still has them. */
  function chooseAgain(failedIds: number[]) {
    const files = failedIds.flatMap((id) => sent.get(id) ?? []);
    setChoice((before) => ({ ...before, files: [...before.files, ...files] }));
    forgetUploads(kept.map(({ id }) => id));
  }

  const unsaved = !working && sending === null && choice.files.length + choice.serviceIds.length > 0;
  return (
    <Dialog opened onClose={onClose} title={uploadTexts.title} size={640} unsaved={unsaved}>
      {working ? (
        <UploadWork uploads={kept} failure={failure} onClose={onClose} onAgain={chooseAgain} />
      ) : (
        <UploadForm
          choice={choice}
          onChange={setChoice}
          sending={sending}
          failure={failure}
          onSend={(valid, problems) => oneAtATime(() => send(valid, problems))}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

function failureOf(failed: { file: File; error: Error }[]): UploadFailure {
  const network = failed.every(({ error }) => error instanceof ApiError && error.status === 0);
  return {
    title: network ? uploadTexts.networkFailed : uploadTexts.failed,
    details: network ? [] : failed.map(({ file, error }) => `${file.name}: ${error.message}`),
  };
}
