import type { SurveyElement } from '@kinbridge/forms/form-definition';
import type { Icon } from '../../../../ui/icons/create-icon.ts';
import { IconCalendar, IconCircleDot, IconInfoCircle } from '../../../../ui/icons/icons.ts';
import {
  IconAlignLeft,
  IconAt,
  IconFileText,
  IconHash,
  IconLayoutGrid,
  IconLayoutList,
  IconListNumbers,
  IconPaperclip,
  IconPhone,
  IconPuzzle,
  IconSelector,
  IconSignature,
  IconSquareCheck,
  IconStars,
  IconToggleLeft,
  IconTypography,
} from '../../../../ui/icons/later-icons.ts';

/** A kind of question in the palette, and its SurveyJS element. */
export interface QuestionKind {
  id: string;
  label: string;
  icon: Icon;
  group: 'Text' | 'Choice' | 'Layout and more';
  /** Additional search words. */
  words: string;
  element: SurveyElement;
}

const threeChoices = ['Choice 1', 'Choice 2', 'Choice 3'];

/** The server's limit for a file or a signature: 5 MB. */
const fileBytes = 5_000_000;

export const questionKinds: QuestionKind[] = [
  kind('Text', 'Short answer', IconTypography, { words: 'text line name', type: 'text' }),
  kind('Text', 'Long answer', IconAlignLeft, { words: 'text paragraph comment', type: 'comment' }),
  kind('Text', 'Number', IconHash, { words: 'amount count age', type: 'text', inputType: 'number' }),
  kind('Text', 'Date', IconCalendar, { words: 'day birthday', type: 'text', inputType: 'date' }),
  kind('Text', 'Phone', IconPhone, { words: 'telephone mobile', type: 'text', inputType: 'tel' }),
  kind('Text', 'Email', IconAt, {
    words: 'email address mail',
    type: 'text',
    inputType: 'email',
    validators: [{ type: 'email' }],
  }),
  kind('Choice', 'Yes or no', IconToggleLeft, { words: 'boolean true false', type: 'boolean' }),
  kind('Choice', 'One choice', IconCircleDot, { words: 'radio single', type: 'radiogroup', choices: threeChoices }),
  kind('Choice', 'Several choices', IconSquareCheck, {
    words: 'checkbox multiple',
    type: 'checkbox',
    choices: threeChoices,
  }),
  kind('Choice', 'Dropdown', IconSelector, { words: 'select list', type: 'dropdown', choices: threeChoices }),
  kind('Choice', 'Rating', IconStars, { words: 'scale stars score', type: 'rating', rateMax: 5 }),
  kind('Choice', 'Ranking', IconListNumbers, { words: 'order priority', type: 'ranking', choices: threeChoices }),
  kind('Layout and more', 'Grid', IconLayoutGrid, {
    words: 'matrix table rows columns',
    type: 'matrix',
    columns: ['Never', 'Sometimes', 'Often'],
    rows: ['Row 1', 'Row 2'],
  }),
  kind('Layout and more', 'File', IconPaperclip, { words: 'upload document photo', type: 'file', maxSize: fileBytes }),
  kind('Layout and more', 'Signature', IconSignature, { words: 'sign', type: 'signaturepad' }),
  kind('Layout and more', 'Statement', IconInfoCircle, { words: 'text html information', type: 'html', html: '' }),
  kind('Layout and more', 'Group', IconLayoutList, { words: 'panel section', type: 'panel', elements: [] }),
];

function kind(
  group: QuestionKind['group'],
  label: string,
  icon: Icon,
  { words, ...element }: Omit<SurveyElement, 'name'> & { words: string; type: string },
): QuestionKind {
  const name = element.type === 'panel' ? 'panel' : 'question';
  return { id: label, label, icon, group, words, element: { name, ...element } as SurveyElement };
}

/** SurveyJS kinds that the palette doesn't offer. They are shown and kept. */
const otherKinds: Record<string, string> = {
  tagbox: 'Dropdown with several choices',
  matrixdropdown: 'Grid with dropdowns',
  matrixdynamic: 'Grid with rows to add',
  multipletext: 'Several short answers',
  paneldynamic: 'Group that repeats',
  imagepicker: 'Choice of pictures',
  imagemap: 'Picture with areas',
  image: 'Picture',
  expression: 'Calculated answer',
  buttongroup: 'Choice as buttons',
  slider: 'Slider',
  flowpanel: 'Flowing group',
};

/** An element's kind with its label and icon; unknown kinds show their type. */
export function kindOf(element: SurveyElement): { label: string; icon: Icon; offered: boolean } {
  const sameType = questionKinds.filter(({ element: { type } }) => type === element.type);
  const inputType = element.inputType ?? undefined;
  const found = sameType.find((one) => one.element.inputType === inputType) ?? sameType[0];
  if (found) return { label: found.label, icon: found.icon, offered: true };
  const other = Object.hasOwn(otherKinds, element.type) ? otherKinds[element.type] : undefined;
  return { label: other ?? `“${element.type}”`, icon: other ? IconFileText : IconPuzzle, offered: false };
}

/** Whether people answer it; statements, pictures and groups only show something. */
export function isQuestion({ type }: SurveyElement): boolean {
  return !['html', 'image', 'panel', 'flowpanel', 'empty'].includes(type);
}

const choiceTypes = new Set(['radiogroup', 'checkbox', 'dropdown', 'tagbox', 'ranking', 'buttongroup']);

export function hasChoices({ type }: SurveyElement): boolean {
  return choiceTypes.has(type);
}
