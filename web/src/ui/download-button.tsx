import { Button, type ButtonProps } from '@mantine/core';
import { saveFile } from '../lib/save-file.ts';
import { useMutation } from '../lib/use-mutation.ts';
import { IconDownload } from './icons/later-icons.ts';
import { notifyError } from './notices/notices.tsx';

interface DownloadButtonProps extends ButtonProps {
  load: () => Promise<Blob | File>;
  /** The file's name, unless it has one. */
  name?: string;
  /** What didn't work, before the server's message. */
  failed?: string;
  onSaved?: () => void;
  'aria-label'?: string;
}

/** Downloads a file, and says if that failed. */
export function DownloadButton({ load, name, failed = '', onSaved, ...button }: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: load,
    onSuccess: (file) => {
      saveFile(file, name);
      onSaved?.();
    },
    onError: ({ message }) => notifyError(`${failed} ${message}`.trim()),
  });
  return (
    <Button leftSection={<IconDownload />} {...button} loading={download.isPending} onClick={() => download.mutate()} />
  );
}
