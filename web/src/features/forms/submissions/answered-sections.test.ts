import { expect, test } from 'vitest';
import { answeredSections } from './answered-sections.ts';

const definition = {
  pages: [
    {
      title: 'Food',
      elements: [
        { type: 'html', name: 'intro', html: 'Hello' },
        {
          type: 'boolean',
          name: 'meals',
          title: 'Meals?',
          surveyAction: 'createServiceRequest',
          serviceId: 7,
        } as const,
        { type: 'boolean', name: 'car', title: 'A car?' },
        { type: 'radiogroup', name: 'diet', title: 'Diet', choices: ['Halal'], showOtherItem: true },
        { type: 'text', name: 'allergy', title: 'Allergy', visibleIf: '{meals} = true' },
      ],
    },
    {
      elements: [
        {
          type: 'panel',
          name: 'home',
          title: 'Home',
          elements: [{ type: 'matrix', name: 'grid', rows: ['Heat', 'Water'], columns: ['Often'] }],
        },
        { type: 'signaturepad', name: 'signed', title: 'Signature' },
      ],
    },
  ],
};
const fileId = '00000000-0000-4000-8000-000000000001';

function answered(answers: Record<string, unknown>) {
  return answeredSections(definition, answers).flatMap(({ questions }) => questions);
}

test('lists every question that was asked, by page and panel', () => {
  const sections = answeredSections(definition, {});
  expect(sections.map(({ title, questions }) => [title, questions.map(({ key }) => key)])).toEqual([
    ['Food', ['meals', 'car', 'diet']],
    ['Home', ['grid']],
    ['', ['signed']],
  ]);
});

test('lists a conditional question once it has an answer', () => {
  expect(answered({ allergy: 'Nuts' }).map(({ key }) => key)).toContain('allergy');
});

test('marks a yes and answers that ask for a service', () => {
  const marked = answered({ meals: true, car: true, diet: 'Halal' }).filter(({ positive }) => positive);
  expect(marked.map(({ key, serviceIds }) => [key, serviceIds])).toEqual([
    ['meals', [7]],
    ['car', []],
  ]);
});

test('marks a repeating group in which a row asks for a service', () => {
  const group = { type: 'paneldynamic', name: 'people', templateElements: definition.pages[0]?.elements ?? [] };
  const [people] = answeredSections({ elements: [group] }, { people: [{ meals: true }] })[0]?.questions ?? [];
  expect(people).toMatchObject({ positive: true, serviceIds: [7] });
});

test("doesn't mark a no", () => {
  expect(answered({ meals: false, car: false }).filter(({ positive }) => positive)).toEqual([]);
});

test('shows the text typed for Other with it', () => {
  const diet = answered({ diet: 'other', 'diet-Comment': 'No pork' }).find(({ key }) => key === 'diet');
  expect(diet?.parts).toEqual(['Other: No pork']);
});

test.each([
  [{ rateMax: 10 }, '4 of 10'],
  [{}, '4 of 5'],
  [{ rateMin: 0, rateCount: 7 }, '4 of 6'],
  [{ rateValues: [{ value: 4, text: 'Good' }] }, 'Good'],
])('shows a rating of %j as %s', (settings, text) => {
  const rated = { elements: [{ type: 'rating', name: 'stars', ...settings }] };
  expect(answeredSections(rated, { stars: 4 })[0]?.questions[0]?.parts).toEqual([text]);
});

test('gives a grid one line per row', () => {
  const grid = answered({ grid: { Heat: 'Often', Water: 'Often' } }).find(({ key }) => key === 'grid');
  expect(grid?.parts).toEqual(['Heat: Often', 'Water: Often']);
});

test('lists the files of an answer', () => {
  const signed = answered({ signed: { fileId, name: 'signature.png' } }).find(({ key }) => key === 'signed');
  expect(signed?.files).toEqual([{ fileId, name: 'signature.png' }]);
});
