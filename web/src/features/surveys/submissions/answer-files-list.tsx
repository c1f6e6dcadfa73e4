import { answeredFiles } from '@kinbridge/contract/surveys/answered-files';
import {
  answerKey,
  questionsOf,
  questionTitle,
  type SurveyDefinition,
} from '@kinbridge/contract/surveys/survey-definition';
import { Anchor } from '@mantine/core';
import { saveFile } from '../../../lib/save-file.ts';
import { IconFile } from '../../../ui/icons/icons.ts';
import { notifyError } from '../../../ui/notices.tsx';
import { downloadAnswerFile } from './submissions.api.ts';
import classes from './submissions.module.css';

interface AnswerFilesListProps {
  answerId: number;
  definition: SurveyDefinition;
  answers: Record<string, unknown>;
}

/** The files and signatures of an answer, to download. */
export function AnswerFilesList({ answerId, definition, answers }: AnswerFilesListProps) {
  const files = questionsOf(definition)
    .filter(({ type }) => type === 'file' || type === 'signaturepad')
    .flatMap((question) => {
      const answer = answers[answerKey(question)];
      const given = answer === undefined || answer === null ? [] : (answeredFiles(answer) ?? []);
      return given.map((file) => ({ ...file, title: questionTitle(question) }));
    });
  if (files.length === 0) return null;

  async function save(fileId: string, name: string) {
    try {
      saveFile(await downloadAnswerFile(answerId, fileId), name);
    } catch (error) {
      notifyError((error as Error).message);
    }
  }

  return (
    <ul className={classes.files} aria-label="Files">
      {files.map(({ fileId, name, title }) => (
        <li key={fileId}>
          <IconFile size={18} stroke={1.6} aria-hidden="true" />
          <Anchor
            component="button"
            type="button"
            fw={600}
            className={classes.fileName}
            onClick={() => void save(fileId, name || 'file')}
          >
            {name || 'file'}
          </Anchor>
          <span>{title}</span>
        </li>
      ))}
    </ul>
  );
}
