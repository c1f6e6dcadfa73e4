import type { AnsweredFile } from '@kinbridge/forms/answered-files';
import { Anchor } from '@mantine/core';
import { saveFile } from '../../../lib/save-file.ts';
import { IconFile } from '../../../ui/icons/icons.ts';
import { notifyError } from '../../../ui/notices/notices.tsx';
import classes from './answer-list.module.css';
import { downloadAnswerFile } from './submissions.api.ts';

/** The files or the signature of an answer, to download. */
export function AnswerFiles({ answerId, files }: { answerId: number; files: AnsweredFile[] }) {
  async function save(fileId: string, name: string) {
    try {
      saveFile(await downloadAnswerFile(answerId, fileId), name);
    } catch (error) {
      notifyError((error as Error).message);
    }
  }

  return (
    <ul className={classes.files}>
      {files.map(({ fileId, name }) => (
        <li className="gap-xs row" key={fileId}>
          <IconFile className="fixed label" size={18} aria-hidden="true" />
          <Anchor component="button" type="button" fw={600} onClick={() => void save(fileId, name || 'file')}>
            {name || 'file'}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
