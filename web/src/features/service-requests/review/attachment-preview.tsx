import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatFileSize } from '../../../lib/file-size.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { IconDownload, IconExternalLink, IconFileTypePdf } from '../../../ui/icons/later-icons.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { type Attachment, attachmentQuery } from '../attachment-file.ts';
import classes from './attachment-preview.module.css';

/**
 * Shows a picture in place. A PDF opens in a new tab from the loaded bytes, because the portal's content security
 * policy allows no frames.
 */
export function AttachmentPreview({ attachment, onClose }: { attachment: Attachment; onClose: () => void }) {
  const { data: file, error, refetch } = useQuery(attachmentQuery(attachment));
  const address = useObjectUrl(file);
  const { fileName } = attachment;
  return (
    <Dialog opened onClose={onClose} title={fileName} size={800}>
      <div className={classes.stage} data-kind={file?.type} aria-busy={!file && !error}>
        {error && <LoadFailure error={error} level={2} onRetry={refetch} />}
        {!file && !error && <Skeleton height="100%" />}
        {address && file?.type.startsWith('image/') && <img src={address} alt={fileName} />}
        {address && file?.type === 'application/pdf' && (
          <div className="gap-sm row label vertical">
            <IconFileTypePdf size={56} stroke={1.2} aria-hidden="true" />
            <Text>{formatFileSize(file.size)}</Text>
            <Button component="a" href={address} target="_blank" rel="noopener" leftSection={<IconExternalLink />}>
              Open in a new tab
            </Button>
          </div>
        )}
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          variant="light"
          leftSection={<IconDownload />}
          disabled={!file}
          onClick={() => file && saveFile(file, fileName)}
        >
          Download
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
