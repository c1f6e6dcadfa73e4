import 'survey-core/survey-core.fontless.min.css';
import './survey.css';
import { fixedQuestionNames, type LocalText, type SurveyDefinition, textIn } from '@kinbridge/forms/form-definition';
import { showsNumbers } from '@kinbridge/forms/form-display';
import { formPages } from '@kinbridge/forms/form-pages';
import { type BoundedQuestion, boundSentence } from '@kinbridge/public/form/bound-sentence';
import { choiceHint } from '@kinbridge/public/form/choice-hint';
import { publicFormTexts } from '@kinbridge/public/form/public-form.texts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Model, type Question } from 'survey-core';
import 'survey-core/i18n/spanish';
import { Survey } from 'survey-react-ui';
import type { Answers, Engine, EngineStart } from './engine.ts';
import { type KeptFile, keptDrawing, keptFile, mapFiles } from './files.ts';

/** Shows forms that aren't plain with SurveyJS, one question per page. */
export function surveyEngine({
  definition,
  ...start
}: Omit<EngineStart, 'container'> & { definition: SurveyDefinition; container: HTMLElement }): Engine {
  let { texts } = start;
  const model = new Model(asShown(definition));
  model.locale = start.language;
  model.data = mapFiles(start.answers, (file) => (file.drawn ? file.content : file));
  model.currentPageNo = start.page;
  model.onValueChanged.add(start.changed);
  model.onDynamicPanelValueChanged.add(start.changed);
  model.onGetTitleTagName.add((_, options) => {
    options.tagName = titleTag(options.element);
  });
  model.onErrorCustomText.add((_, options) => {
    const { requiredErrorText } = options.obj as { requiredErrorText?: string };
    if (options.name === 'required' && !requiredErrorText) options.text = texts.missingChoice;
    if (options.name === 'custom')
      options.text = boundSentence(options.obj as unknown as BoundedQuestion, texts) ?? options.text;
  });
  for (const name of fixedQuestionNames) {
    const question = model.getQuestionByName(name);
    if (question) question.showNumber = false;
  }
  const root = createRoot(start.container);
  // Renders synchronously, so that the new heading exists when focus moves to it.
  flushSync(() => root.render(<Survey model={model} />));

  return {
    position: () => ({ current: model.currentPageNo + 1, total: model.visiblePages.length }),
    next() {
      const before = model.currentPageNo;
      if (model.isLastPage) return model.tryComplete() ? 'end' : 'stays';
      flushSync(() => model.nextPage());
      if (model.state === 'completed') return 'end';
      return model.currentPageNo === before ? 'stays' : 'moved';
    },
    back() {
      flushSync(() => model.prevPage());
    },
    answers: () => withFiles(model),
    speak(language, spoken) {
      texts = spoken;
      model.locale = language;
    },
    complain(question, sentence) {
      const found = model.getQuestionByName(question);
      if (!found?.page) return false;
      model.currentPage = found.page;
      found.addError(sentence);
      found.focus(true);
      return true;
    },
    reopen() {
      const last = model.visiblePages.length - 1;
      model.clear(false, false);
      model.currentPageNo = last;
    },
    end() {
      root.unmount();
    },
  };
}

/** The question is the page's heading, nested titles come below, and the page's own title is a paragraph. */
function titleTag(element: object): string {
  const { isPage, parent } = element as { isPage?: boolean; parent?: { isPage?: boolean } };
  if (isPage) return 'p';
  return parent?.isPage ? 'h1' : 'h2';
}

/**
 * Adapts the form to our frame, which has its own steps, buttons and thank-you screen. Files stay in the answers until
 * they are sent, so that you can add one offline.
 */
function asShown(definition: SurveyDefinition): object {
  const { elements: _, ...rest } = definition;
  const shown = adapted({ ...rest, pages: formPages(definition) });
  return {
    ...(shown as object),
    showNavigationButtons: false,
    showProgressBar: false,
    showTitle: false,
    showTOC: false,
    showCompletePage: false,
    showTimer: false,
    showPreviewBeforeComplete: false,
    firstPageIsStartPage: false,
    questionsOnPageMode: 'standard',
    showQuestionNumbers: showsNumbers(definition),
    questionErrorLocation: 'bottom',
    checkErrorsMode: 'onNextPage',
    textUpdateMode: 'onTyping',
    autoAdvanceEnabled: false,
    autoFocusFirstQuestion: false,
    widthMode: 'responsive',
    readOnly: false,
  };
}

function adapted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(adapted);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, adapted(item)]),
  );
  const kind = copy.type ?? copy.cellType;
  const hint = choiceHint(copy, publicFormTexts('en'));
  if (hint && !textIn(copy.description as LocalText | undefined)) {
    copy.description = { default: hint, es: choiceHint(copy, publicFormTexts('es')) };
  }
  if (kind === 'file') return { ...copy, storeDataAsText: true, waitForUpload: false };
  // Two cards are a larger target than a switch, and show both labels.
  if (copy.type === 'boolean') return { swapOrder: true, ...copy, renderAs: 'radio' };
  // The server rejects formats that can contain scripts.
  if (kind === 'signaturepad')
    return { ...copy, storeDataAsText: true, waitForUpload: false, dataFormat: 'png', signatureAutoScaleEnabled: true };
  return copy;
}

const keptFiles = new WeakMap<Model, Map<string, KeptFile>>();

/**
 * The answers with files in the format we store and send: SurveyJS holds a file as a record and a signature as a
 * string.
 */
function withFiles(model: Model): Answers {
  const nested = model.getAllQuestions(false, false, true) as Question[];
  const signatures = new Set(nested.filter((one) => one.getType() === 'signaturepad').map((one) => one.value));
  // One key per file, because a retry must use the same key.
  const kept = keptFiles.get(model) ?? new Map<string, KeptFile>();
  keptFiles.set(model, kept);
  const keep = (content: string, make: () => KeptFile) => {
    const file = kept.get(content) ?? make();
    kept.set(content, file);
    return file;
  };
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value === 'string' && value.startsWith('data:') && signatures.has(value)) {
      return keep(value, () => keptDrawing(value));
    }
    if (typeof value !== 'object' || value === null) return value;
    const { content, name } = value as { content?: unknown; name?: unknown };
    if (typeof content === 'string' && content.startsWith('data:')) {
      return keep(content, () => keptFile(String(name ?? 'file'), content));
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item)]));
  };
  return visit(model.data) as Answers;
}
