import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import type { SurveyElement } from '@kinbridge/forms/form-definition';
import type { TestApp } from './test-app.ts';

/** A published form with these questions. */
export async function buildForm(
  test: TestApp,
  staff: { token: string; organizationId: number },
  elements: (SurveyElement | Record<string, unknown>)[],
  more: Record<string, unknown> = {},
): Promise<FormVersion> {
  const { body, status } = await test.call('POST /v1/surveys', {
    token: staff.token,
    body: {
      title: 'Intake',
      data: { pages: [{ name: 'one', elements }], ...more },
      organizationId: staff.organizationId,
    },
  });
  if (status !== 201) throw new Error(`The form was not published: ${JSON.stringify(body)}`);
  return body;
}

/** One question of every type, with various properties. */
export const everyElement: Record<string, unknown>[] = [
  { type: 'boolean', name: 'boolean', labelTrue: 'Sí', valueTrue: 'y', valueFalse: 'n' },
  {
    type: 'checkbox',
    name: 'checkbox',
    choices: ['a', { value: 2, text: { default: 'Two', es: 'Dos' } }],
    showOtherItem: true,
  },
  { type: 'comment', name: 'comment', rows: 3, maxLength: 50 },
  { type: 'dropdown', name: 'dropdown', choicesMin: 1, choicesMax: 5 },
  { type: 'expression', name: 'expression', expression: '{slider} * 2' },
  { type: 'file', name: 'file', allowMultiple: true, acceptedTypes: 'image/*' },
  { type: 'html', name: 'html', html: '<b onclick="alert(1)">Bold</b>' },
  { type: 'image', name: 'image', imageLink: 'https://elsewhere.example/x.png' },
  {
    type: 'imagepicker',
    name: 'imagepicker',
    choices: [{ value: 'cat', imageLink: 'https://elsewhere.example/c.png' }],
  },
  { type: 'matrix', name: 'matrix', columns: ['good', 'bad'], rows: [{ value: 'r1', text: 'Row 1' }, 'r2'] },
  { type: 'matrixdropdown', name: 'matrixdropdown', columns: [{ name: 'c1' }], choices: [1, 2], rows: ['r1'] },
  { type: 'matrixdynamic', name: 'matrixdynamic', rowCount: 0, columns: [{ name: 'c1', cellType: 'text' }] },
  { type: 'multipletext', name: 'multipletext', items: [{ name: 'one' }, { name: 'two', inputType: 'number' }] },
  { type: 'panel', name: 'panel', elements: [{ type: 'text', name: 'inPanel' }] },
  { type: 'paneldynamic', name: 'paneldynamic', templateElements: [{ type: 'text', name: 'inner' }], maxPanelCount: 3 },
  { type: 'radiogroup', name: 'radiogroup', choices: ['yes', 'no'], showNoneItem: true },
  { type: 'ranking', name: 'ranking', choices: ['x', 'y'] },
  { type: 'rating', name: 'rating', rateMin: 0, rateMax: 10 },
  { type: 'signaturepad', name: 'signaturepad', penColor: '#123456' },
  { type: 'slider', name: 'slider', min: 10, max: 20 },
  { type: 'tagbox', name: 'tagbox', choices: ['t1', 't2'], maxSelectedChoices: 1 },
  { type: 'text', name: 'text', inputType: 'date', zeta: 1.5, alpha: [null, { z: 1, a: 2 }] },
];

/** Valid answers to all questions that don't need a file. */
export const everyAnswer: Record<string, unknown> = {
  boolean: 'y',
  checkbox: ['a', 2, 'other'],
  'checkbox-Comment': 'something else',
  comment: 'Hello there',
  dropdown: 3,
  imagepicker: 'cat',
  matrix: { r1: 'good', r2: 'bad' },
  matrixdropdown: { r1: { c1: 1 } },
  matrixdynamic: [{ c1: 'one' }, { c1: 'two' }],
  multipletext: { one: 'text', two: 2 },
  inPanel: 'inside',
  paneldynamic: [{ inner: 'one' }],
  radiogroup: 'none',
  ranking: ['y', 'x'],
  rating: 10,
  slider: 15,
  tagbox: ['t2'],
  text: '2026-02-28',
};
