import { answerParts, highestRate } from '@kinbridge/forms/answer-text';
import { type AnsweredFile, answeredFiles } from '@kinbridge/forms/answered-files';
import {
  answeredYes,
  answerKey,
  commentName,
  questionTitle,
  type SurveyDefinition,
  type SurveyElement,
  servicesAskedBy,
  textIn,
} from '@kinbridge/forms/form-definition';
import { withoutAnswer } from './submission-questions.ts';

export interface AnsweredQuestion {
  key: string;
  title: string;
  /** One text per choice, row or entry; empty if nothing was answered. */
  parts: string[];
  /** Whether the order of the parts is the answer. */
  ranked: boolean;
  files: AnsweredFile[];
  /** A yes, or an answer that asks for a service. */
  positive: boolean;
  serviceIds: number[];
}

export interface AnsweredSection {
  /** The page's or panel's title, or empty. */
  title: string;
  questions: AnsweredQuestion[];
}

type Answers = Record<string, unknown>;

/**
 * A form's questions with their answers. Unanswered conditional questions are left out: they may not have been asked.
 */
export function answeredSections(definition: SurveyDefinition, answers: Answers): AnsweredSection[] {
  const sections: AnsweredSection[] = [];
  const visit = (elements: SurveyElement[], title: string, conditional: boolean): void => {
    for (const element of elements) {
      const mayBeHidden = conditional || element.visibleIf !== undefined || element.type === 'expression';
      if (element.type === 'panel') visit(element.elements ?? [], textIn(element.title) || title, mayBeHidden);
      else if (!withoutAnswer.has(element.type)) {
        const question = answeredQuestion(element, answers);
        if (question.parts.length === 0 && mayBeHidden) continue;
        if (sections.at(-1)?.title !== title) sections.push({ title, questions: [] });
        sections.at(-1)?.questions.push(question);
      }
    }
  };
  for (const page of definition.pages ?? [])
    visit(page.elements ?? [], textIn(page.title), page.visibleIf !== undefined);
  visit(definition.elements ?? [], '', false);
  return sections;
}

function answeredQuestion(question: SurveyElement, answers: Answers): AnsweredQuestion {
  const key = answerKey(question);
  const answer = answers[key];
  const parts = withComment(partsOf(question, answer), answer, answers[commentName(key)]);
  const isFile = question.type === 'file' || question.type === 'signaturepad';
  const serviceIds = servicesAskedBy(question, answers);
  const yes = question.type === 'boolean' ? answeredYes(question, answer) : parts.length === 1 && parts[0] === 'Yes';
  return {
    key,
    title: questionTitle(question),
    parts,
    ranked: question.type === 'ranking',
    files: (isFile && parts.length > 0 && answeredFiles(answer)) || [],
    positive: yes || serviceIds.length > 0,
    serviceIds,
  };
}

/** A rating without labels means little without its scale. */
function partsOf(question: SurveyElement, answer: unknown): string[] {
  const parts = answerParts(question, answer);
  const isNumber = question.type === 'rating' && typeof answer === 'number' && parts[0] === String(answer);
  return isNumber ? [`${answer} of ${highestRate(question)}`] : parts;
}

/** The text typed for 'Other' is shown with it; other comments follow the answer. */
function withComment(parts: string[], answer: unknown, comment: unknown): string[] {
  if (typeof comment !== 'string' || comment.trim() === '') return parts;
  const other = [answer].flat().indexOf('other');
  return other === -1 ? [...parts, comment] : parts.map((part, at) => (at === other ? `${part}: ${comment}` : part));
}
