import type { MemberFile } from '@kinbridge/contract/member-files/member-files.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { formatFileSize } from '../../lib/file-size.ts';
import type { Icon } from '../../ui/icons/create-icon.ts';
import {
  IconDownload,
  IconFile,
  IconFileAlert,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconPhoto,
  IconTrash,
} from '../../ui/icons/later-icons.ts';
import { saveDownload } from '../../ui/notices/save-download.ts';
import { downloadMemberFile } from './member-files.api.ts';
import classes from './member-files.module.css';
import { memberFileTexts } from './member-files.texts.ts';

interface MemberFileRowProps {
  memberId: number;
  file: MemberFile;
  /** Null if this person may not delete the file. */
  onDelete: (() => void) | null;
}

/** One file: its name downloads it. Members' files are never opened in the portal. */
export function MemberFileRow({ memberId, file, onDelete }: MemberFileRowProps) {
  const { id, fileName, size, createTimestamp, createdBy } = file;
  const missing = file.missing ?? file.infected;
  const note = noteOn(file);
  const [fetching, setFetching] = useState(false);
  const FileIcon = missing ? IconFileAlert : iconOf(fileName);
  const added = fullName(createdBy);

  async function save() {
    setFetching(true);
    await saveDownload(downloadMemberFile(memberId, id), fileName);
    setFetching(false);
  }

  return (
    <tr data-missing={note ? true : undefined}>
      <td className={classes.name}>
        <FileIcon size={18} aria-hidden="true" />
        <span>
          {missing ? (
            fileName
          ) : (
            <Anchor component="button" type="button" fz="inherit" title={fileName} onClick={() => void save()}>
              {fileName}
            </Anchor>
          )}
          {note && <span className={missing ? classes.lost : 'block text-xs dimmed'}>{note}</span>}
        </span>
      </td>
      <td className={`dimmed ${classes.size}`}>{formatFileSize(size)}</td>
      <td className={`dimmed ${classes.added}`} title={`Added by ${added}`}>
        {formatDate(createTimestamp)}
      </td>
      <td className="dimmed" title={added}>
        {added}
      </td>
      <td className={classes.actions}>
        {onDelete && (
          <Tooltip label="Delete">
            <ActionIcon aria-label={`Delete ${fileName}`} onClick={onDelete}>
              <IconTrash />
            </ActionIcon>
          </Tooltip>
        )}
        {!missing && (
          <Tooltip label="Download">
            <ActionIcon aria-label={`Download ${fileName}`} loading={fetching} onClick={() => void save()}>
              <IconDownload />
            </ActionIcon>
          </Tooltip>
        )}
      </td>
    </tr>
  );
}

function noteOn({ missing, infected, scan }: MemberFile): string | undefined {
  if (infected) return memberFileTexts.infected;
  if (missing) return memberFileTexts.lost;
  return scan === 'UNSCANNED' ? memberFileTexts.unscanned : undefined;
}

/** Only a visual hint: the file name doesn't prove the type. */
function iconOf(fileName: string): Icon {
  const ending = /\.([^.]+)$/.exec(fileName.toLowerCase())?.[1] ?? '';
  if (ending === 'pdf') return IconFileTypePdf;
  if (/^(png|jpe?g|gif|webp|heic|tiff?|bmp)$/.test(ending)) return IconPhoto;
  if (/^(xlsx?|csv|ods)$/.test(ending)) return IconFileSpreadsheet;
  if (/^(docx?|odt|rtf|txt|md)$/.test(ending)) return IconFileText;
  if (/^(zip|7z|gz|rar)$/.test(ending)) return IconFileZip;
  return IconFile;
}
