import { Button, type ButtonProps } from '@mantine/core';
import { saveFile } from '../../lib/save-file.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { IconDownload } from '../../ui/icons/icons.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import { downloadTranscript } from './messages.api.ts';
import { messageTexts } from './messages.texts.ts';

interface ExportTranscriptButtonProps extends ButtonProps {
  of: { serviceRequestId: number } | { memberId: number };
}

/** Specification §9: the transcript of a request or a member as 'SMS Transcripts.csv'. */
export function ExportTranscriptButton({ of, ...props }: ExportTranscriptButtonProps) {
  const exporting = useMutation({
    mutationFn: () => downloadTranscript(of),
    onSuccess: (file) => {
      saveFile(file, messageTexts.exportFile);
      notifySuccess(messageTexts.exported);
    },
    onError: (error) => notifyError(error.message),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
      {...props}
    >
      {messageTexts.export}
    </Button>
  );
}
