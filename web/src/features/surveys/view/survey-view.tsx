import { cleanDefinition } from '@kinbridge/contract/surveys/clean-definition';
import type { SurveyDefinition } from '@kinbridge/contract/surveys/survey-definition';
import { useEffect, useEffectEvent, useState } from 'react';
import { Model } from 'survey-core';
import 'survey-core/survey-core.fontless.css';
import 'survey-core/i18n/spanish';
import { Survey } from 'survey-react-ui';
import { surveyTheme } from './survey-theme.ts';

export interface SurveyViewProps {
  /** As it is stored; it is cleaned before it is shown. */
  definition: SurveyDefinition;
  completeText?: string;
  /** Keeps a file and answers the id that stands for it in the answers. Without it files stay in the browser. */
  upload?: (file: File) => Promise<{ fileId: string; name: string }>;
  /** What was answered so far. */
  answers?: Record<string, unknown>;
  /** To look at: nothing can be changed, and all pages stand below each other. */
  readOnly?: boolean;
  onChanged?: (answers: Record<string, unknown>) => void;
  onComplete?: (answers: Record<string, unknown>) => void;
}

/** A form with its answers. It brings SurveyJS along, so whoever shows it loads it late. */
export function SurveyView({
  definition,
  completeText,
  upload,
  answers,
  readOnly = false,
  onChanged,
  onComplete,
}: SurveyViewProps) {
  const [model] = useState(() => modelOf(definition, { completeText, answers, readOnly }));
  const complete = useEffectEvent(() => onComplete?.({ ...model.data }));
  const changed = useEffectEvent(() => onChanged?.({ ...model.data }));
  const send = useEffectEvent((files: File[]) => (upload ? Promise.all(files.map(upload)) : null));
  useEffect(() => {
    // What was chosen here can be shown; a file that came before can only be fetched with its answer.
    const chosen = new Map<string, string>();
    const onDone = () => complete();
    const onValue = () => changed();
    model.onComplete.add(onDone);
    model.onValueChanged.add(onValue);
    model.onUploadFiles.add(async (_, options) => {
      try {
        const kept = await send(options.files);
        const contents = options.files.map((file, index) => {
          const address = URL.createObjectURL(file);
          const content = kept?.[index]?.fileId ?? address;
          chosen.set(content, address);
          return { file, content };
        });
        options.callback(contents);
      } catch (error) {
        options.callback([], [(error as Error).message]);
      }
    });
    model.onDownloadFile.add((_, { content, callback }) => {
      const address = chosen.get(content);
      callback(address ? 'success' : 'error', address);
    });
    return () => {
      model.onComplete.clear();
      model.onValueChanged.clear();
      model.onUploadFiles.clear();
      model.onDownloadFile.clear();
      for (const address of chosen.values()) URL.revokeObjectURL(address);
    };
  }, [model]);
  return <Survey model={model} />;
}

interface ModelSettings {
  completeText: string | undefined;
  answers: Record<string, unknown> | undefined;
  readOnly: boolean;
}

/** Files are fetched with the session of whoever asks, so they stand outside of the form. */
const fileTypes = new Set(['file', 'signaturepad']);

/** Yes before No, each to choose with one click: as the builder and the public form show it. */
function yesFirst<T>(value: T): T {
  if (Array.isArray(value)) return value.map(yesFirst) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, yesFirst(item)]));
  return (copy.type === 'boolean' ? { swapOrder: true, renderAs: 'radio', ...copy } : copy) as T;
}

function modelOf(definition: SurveyDefinition, { completeText, answers, readOnly }: ModelSettings): Model {
  const model = new Model(yesFirst(cleanDefinition(definition)));
  model.applyTheme(surveyTheme);
  model.showCompletedPage = false;
  // The heading of the page or dialog says it already.
  model.showTitle = false;
  model.focusFirstQuestionAutomatic = false;
  // At every key: a draft has all of it, and a file that arrives meanwhile takes nothing away.
  model.textUpdateMode = 'onTyping';
  if (completeText) model.completeText = completeText;
  if (answers) model.data = answers;
  if (readOnly) {
    model.questionsOnPageMode = 'singlePage';
    model.readOnly = true;
    model.showNavigationButtons = false;
    model.showProgressBar = false;
    for (const question of model.getAllQuestions()) if (fileTypes.has(question.getType())) question.visible = false;
  }
  return model;
}
