import { memberFileMaxBytes } from '@kinbridge/contract/member-files/member-file-limits';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { LeaveWarning } from '../../ui/dialog/leave-warning.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { FailureCard } from '../../ui/form/form-errors.tsx';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import { memberFileTexts, rejectedText } from './member-files.texts.ts';
import { UploadRow } from './upload-row.tsx';
import { type FileUpload, useFileUploads } from './use-file-uploads.ts';

/** Uploads several files of any type; each has its own progress bar and can be stopped or retried. */
export function UploadFilesDialog({ memberId, onClose }: { memberId: number; onClose: () => void }) {
  const { uploads, add, remove, start, retry } = useFileUploads(memberId);
  const [rejected, setRejected] = useState('');
  const [asking, setAsking] = useState(false);
  const [tries, setTries] = useState(0);
  const sending = uploads.some(({ state }) => state === 'sending');
  const open = uploads.filter(({ state }) => state === 'waiting' || state === 'failed');
  const failed = uploads.filter(({ state }) => state === 'failed');
  const refused = uploads.some(({ state }) => state === 'refused');

  /** Closes the dialog once everything has arrived. */
  function finish(all: FileUpload[]) {
    setTries((count) => count + 1);
    if (all.length === 0 || !all.every(({ state }) => state === 'done')) return;
    notifySuccess(memberFileTexts.uploaded(all.length));
    onClose();
  }

  function close() {
    if (sending) setAsking(true);
    else onClose();
  }

  return (
    <>
      {sending && <LeaveWarning />}
      <Dialog opened onClose={close} title={memberFileTexts.upload} unsaved={!sending && open.length > failed.length}>
        {(refused || failed.length > 0) && !sending && <FailureCard title={failureTitle(failed)} occasion={tries} />}
        <FileDrop
          label={memberFileTexts.choose}
          hint={memberFileTexts.drop}
          choose={memberFileTexts.choose}
          maxSize={memberFileMaxBytes}
          onDrop={(files) => {
            setRejected('');
            add(files);
          }}
          onReject={(rejections) => setRejected(rejectedText(rejections.map(({ file }) => file.name)))}
          mark={{ 'data-autofocus': true }}
        />
        {rejected && (
          <Text className="text-xs alert anywhere mt-xs" role="alert">
            {rejected}
          </Text>
        )}
        {uploads.length > 0 && (
          <ul className="list mt-sm" aria-label={memberFileTexts.title}>
            {uploads.map((upload) => (
              <UploadRow
                key={upload.key}
                upload={upload}
                onRemove={() => remove(upload.key)}
                onRetry={() => void retry(upload).then(() => setTries((count) => count + 1))}
              />
            ))}
          </ul>
        )}
        <DialogFooter>
          <Button variant="default" onClick={close}>
            {open.length === 0 && !sending ? 'Close' : 'Cancel'}
          </Button>
          <Button disabled={open.length === 0} loading={sending} onClick={() => void start().then(finish)}>
            {failed.length > 0 ? 'Try again' : open.length > 1 ? `Upload ${open.length} files` : 'Upload'}
          </Button>
        </DialogFooter>
      </Dialog>
      <ConfirmDialog
        opened={asking && sending}
        title={memberFileTexts.stopTitle}
        text={memberFileTexts.stopText}
        confirm="Stop"
        cancel="Keep uploading"
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      />
    </>
  );
}

/** What to do about the files that failed; nothing helps those that were refused. */
function failureTitle(failed: FileUpload[]): string {
  if (failed.length === 0) return memberFileTexts.refused;
  return failed.every(({ byNetwork }) => byNetwork) ? memberFileTexts.failedByNetwork : memberFileTexts.failed;
}
