import { Button } from '@mantine/core';
import { saveFile } from '../../lib/save-file.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { IconDownload } from '../icons/icons.ts';
import { notifyError } from '../notices/notices.tsx';

interface ExportCsvButtonProps {
  /** The file's name without its ending. */
  name: string;
  download: () => Promise<Blob>;
}

/** Downloads a log as a spreadsheet. */
export function ExportCsvButton({ name, download }: ExportCsvButtonProps) {
  const exporting = useMutation({
    mutationFn: download,
    onSuccess: (file) => saveFile(file, `${name}.csv`),
    onError: (failure) => notifyError(`We couldn't export the ${name.toLowerCase()}. ${failure.message}`),
  });
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      Export CSV
    </Button>
  );
}
