import type { ButtonProps } from '@mantine/core';
import { DownloadButton } from '../../ui/download-button.tsx';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import { downloadTranscript } from './messages.api.ts';
import { messageTexts } from './messages.texts.ts';

interface ExportTranscriptButtonProps extends ButtonProps {
  of: { serviceRequestId: number } | { memberId: number };
}

/** Specification §9: the transcript of a request or a member as 'SMS Transcripts.csv'. */
export function ExportTranscriptButton({ of, ...props }: ExportTranscriptButtonProps) {
  return (
    <DownloadButton
      variant="default"
      {...props}
      load={() => downloadTranscript(of)}
      name={messageTexts.exportFile}
      onSaved={() => notifySuccess(messageTexts.exported)}
    >
      {messageTexts.export}
    </DownloadButton>
  );
}
