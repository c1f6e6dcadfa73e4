import type { AnsweredFile } from '@kinbridge/forms/answered-files';
import { Anchor } from '@mantine/core';
import { IconFile } from '../../../ui/icons/later-icons.ts';
import { saveDownload } from '../../../ui/notices/save-download.ts';
import classes from './answer-list.module.css';
import { downloadAnswerFile } from './submissions.api.ts';

/** The files or the signature of an answer, to download. */
export function AnswerFiles({ answerId, files }: { answerId: number; files: AnsweredFile[] }) {
  return (
    <ul className={classes.files}>
      {files.map(({ fileId, name }) => (
        <li className="gap-xs row" key={fileId}>
          <IconFile className="fixed label" size={18} aria-hidden="true" />
          <Anchor
            component="button"
            type="button"
            fw={600}
            onClick={() => void saveDownload(downloadAnswerFile(answerId, fileId), name || 'file')}
          >
            {name || 'file'}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
