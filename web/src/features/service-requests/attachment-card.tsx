import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconPhoto } from '../../ui/icons/later-icons.ts';
import classes from './attachment-card.module.css';
import { type Attachment, saveAttachment } from './attachment-file.ts';

interface AttachmentCardProps {
  attachment: Attachment;
  onView: (attachment: Attachment) => void;
}

/** A file's name, which opens it, and a download button. */
export function AttachmentCard({ attachment, onView }: AttachmentCardProps) {
  const { fileName } = attachment;
  const FileIcon = /\.pdf$/i.test(fileName) ? IconFileTypePdf : IconPhoto;
  return (
    <div className={`box row sheet min-h-36 ${classes.card}`}>
      <UnstyledButton className={classes.name} onClick={() => onView(attachment)} aria-label={`View ${fileName}`}>
        <FileIcon className="fixed label" size={18} aria-hidden="true" />
        <span className="cut">{fileName}</span>
      </UnstyledButton>
      <Tooltip label="Download">
        <ActionIcon aria-label={`Download ${fileName}`} onClick={() => void saveAttachment(attachment)}>
          <IconDownload />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
