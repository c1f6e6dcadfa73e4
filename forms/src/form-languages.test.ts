import { describe, expect, test } from 'vitest';
import { type SurveyDefinition, withFixedQuestions } from './form-definition.ts';
import { formLanguages, formTexts, languageProgress } from './form-languages.ts';
import { formTemplates } from './templates/form-templates.ts';

const name = { type: 'text', name: 'a', title: { default: 'Name', ar: 'الاسم', 'zh-cn': '姓名', note: 'no language' } };
const home = {
  type: 'radiogroup',
  name: 'home',
  title: { default: 'Your home?', es: '¿Su casa?' },
  choices: ['Steady', { value: 2, text: { default: 'At risk', es: 'En riesgo' } }, 3],
};

test('counts every visible text, but no numbers, names or fixed questions', () => {
  const form: SurveyDefinition = {
    title: 'Check-in',
    pages: [
      {
        title: 'Page',
        elements: [
          { type: 'panel', name: 'p', elements: [home] },
          { type: 'rating', name: 'r', title: '5 / 5', minRateDescription: 'Bad' },
          { type: 'matrixdropdown', name: 'm', rows: ['Food'], columns: [{ name: 'c', title: 'How often?' }] },
        ],
      },
    ],
  };
  expect(formTexts(withFixedQuestions(form)).map(({ path }) => path.join('.'))).toEqual([
    'title',
    'title',
    'choices.0',
    'choices.1',
    'minRateDescription',
    'rows.0',
    'columns.0.title',
  ]);
});

describe('the public form offers a language', () => {
  test('when it is complete', () => {
    expect(formLanguages(withFixedQuestions({ elements: [{ type: 'text', name: 'a' }] }))).toEqual(['en']);
    expect(formLanguages({ locale: 'es', title: 'T', elements: [name] })).toEqual(['es', 'ar', 'zh-cn']);
  });

  test('with a missing text only if the author allows it', () => {
    const form: SurveyDefinition = { elements: [home] };
    expect(languageProgress(form)).toEqual([{ language: 'es', translated: 2, total: 3, offered: false }]);
    expect(formLanguages(form)).toEqual(['en']);
    expect(formLanguages({ ...form, offeredLanguages: ['es', 'fr'] })).toEqual(['en', 'es']);
  });

  test('in every template', () => {
    for (const { data } of formTemplates) expect(formLanguages(data)).toEqual(['en', 'es']);
  });
});
