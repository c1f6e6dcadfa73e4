import { ActionIcon, Button, Progress, Text } from '@mantine/core';
import { formatFileSize } from '../../lib/file-size.ts';
import { IconAlertCircle, IconCheck } from '../../ui/icons/first-icons.ts';
import { IconX } from '../../ui/icons/icons.ts';
import { IconFile } from '../../ui/icons/later-icons.ts';
import { memberFileTexts } from './member-files.texts.ts';
import classes from './upload-files-dialog.module.css';
import type { FileUpload } from './use-file-uploads.ts';

interface UploadRowProps {
  upload: FileUpload;
  onRemove: () => void;
  onRetry: () => void;
}

const icons = {
  waiting: IconFile,
  sending: IconFile,
  done: IconCheck,
  failed: IconAlertCircle,
  refused: IconAlertCircle,
};

/** One file in the dialog, with its state and actions. */
export function UploadRow({ upload, onRemove, onRetry }: UploadRowProps) {
  const { file, state, sent, problem } = upload;
  const percent = file.size === 0 ? 100 : Math.min(100, Math.round((sent / file.size) * 100));
  const StateIcon = icons[state];
  const hasProblem = state === 'failed' || state === 'refused';
  return (
    <li className={`gap-10 px-0 py-xs border-top row min-h-52 ${classes.file}`} data-state={state}>
      <StateIcon className="fixed label" size={18} aria-hidden="true" />
      <div className={`fill ${classes.words}`}>
        <span className="cut block bold" title={file.name}>
          {file.name}
        </span>
        <Text className={`text-xs numbers dimmed anywhere ${classes.state}`} role={hasProblem ? 'alert' : undefined}>
          {state === 'sending' && `${percent}% of ${formatFileSize(file.size)}`}
          {state === 'waiting' && `${memberFileTexts.waiting} · ${formatFileSize(file.size)}`}
          {state === 'done' && `${memberFileTexts.done} · ${formatFileSize(file.size)}`}
          {hasProblem && problem}
        </Text>
        {state === 'sending' && <Progress value={percent} size={6} aria-label={`Uploading ${file.name}`} />}
      </div>
      {state === 'failed' && (
        <Button variant="subtle" size="compact-sm" onClick={onRetry} aria-label={`Try ${file.name} again`}>
          Try again
        </Button>
      )}
      {state !== 'done' && (
        <ActionIcon
          aria-label={state === 'sending' ? `Cancel the upload of ${file.name}` : `Remove ${file.name}`}
          onClick={onRemove}
        >
          <IconX />
        </ActionIcon>
      )}
    </li>
  );
}
