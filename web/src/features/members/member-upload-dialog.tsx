import type { UploadStatus } from '@kinbridge/contract/members/member-upload-statuses';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useCurrentUser } from '../../lib/current-user.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { forgetUploads, keepUpload, useKeptUploads } from './kept-uploads.ts';
import { UploadForm } from './member-upload-form.tsx';
import { UploadWork } from './member-upload-work.tsx';
import { uploadList } from './member-uploads.api.ts';
import { uploadTexts } from './member-uploads.texts.ts';

/** What was chosen. It stays as it is when something fails. */
export interface UploadChoice {
  serviceIds: number[];
  status: UploadStatus;
  files: File[];
  smsConsent: boolean;
}

/** Why lists were not sent: in the specification's words, and in the server's about each of them. */
export interface UploadFailure {
  title: string;
  details: string[];
}

const nothing: UploadChoice = { serviceIds: [], status: 'COMPLETED', files: [], smsConsent: false };

/** Takes lists of members: what they are for, the files, then how far the server is and what came of it. */
export function MemberUploadDialog({ onClose }: { onClose: () => void }) {
  const organizationId = useCurrentUser().organizationId ?? 0;
  const [choice, setChoice] = useState(nothing);
  const [sending, setSending] = useState<string | null>(null);
  const [failure, setFailure] = useState<UploadFailure | null>(null);
  const [sent] = useState(() => new Map<number, File>());
  const kept = useKeptUploads();
  const working = kept.length > 0 && sending === null;

  /** One call per file. Those that the server has taken are no longer among the chosen. */
  async function send({ files, serviceIds, status, smsConsent }: UploadChoice) {
    setFailure(null);
    const failed: { file: File; error: Error }[] = [];
    for (const file of files) {
      setSending(file.name);
      try {
        const id = await uploadList(organizationId, { file, serviceIds, serviceStatus: status, smsConsent });
        sent.set(id, file);
        keepUpload({ id, fileName: file.name });
      } catch (error) {
        failed.push({ file, error: error as Error });
      }
    }
    setSending(null);
    setChoice((before) => ({ ...before, files: failed.map(({ file }) => file) }));
    if (failed.length > 0) setFailure(failureOf(failed));
  }

  /** Those that the server could not use are chosen again, as far as this page still has them. */
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
          onSend={(valid) => void send(valid)}
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
