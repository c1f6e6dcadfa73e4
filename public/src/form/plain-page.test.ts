import { expect, test } from 'vitest';
import { plainPageHtml } from './plain-page.ts';
import { publicFormTexts } from './public-form.texts.ts';

const payload = `"><img src=x onerror=alert(1)><script>alert(1)</script>'`;

test('shows everything in a form as text', () => {
  const local = { default: payload };
  const elements = [
    { type: 'html', name: 'h', html: payload },
    {
      type: 'text',
      name: payload,
      title: local,
      description: payload,
      placeholder: payload,
      min: payload,
      isRequired: true,
    },
    { type: 'comment', name: 'c', title: payload },
    {
      type: 'dropdown',
      name: 'd',
      choices: [payload, { value: 'x', text: local }],
      showOtherItem: true,
      otherText: payload,
    },
    { type: 'rating', name: 'r', minRateDescription: payload },
    { type: 'boolean', name: 'b', labelTrue: payload },
    { type: 'ranking', name: 'k', choices: [payload, { value: 'x', text: local }] },
    { type: 'matrix', name: 'm', columns: [payload], rows: [payload, { value: 'x', text: local }] },
    { type: 'file', name: 'f', acceptedTypes: payload },
    { type: 'signaturepad', name: 's', title: payload },
    { type: 'text', name: 'odd', title: { default: 3 } as never },
  ];
  const { text: html } = plainPageHtml({
    page: { title: payload, description: payload, elements },
    intro: { title: payload, description: payload },
    number: 1,
    answers: new Map([
      [payload, payload],
      ['c', payload],
      ['d', 'other'],
      ['d-Comment', payload],
    ]),
    language: 'en',
    texts: publicFormTexts('en'),
    autofill: true,
  });
  expect(html).not.toMatch(/<(img|script)/);
  // Every tag must be one of ours.
  const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag));
  expect([...tags].sort()).toEqual(
    'button canvas div fieldset h1 h2 input label legend li ol option p path select span svg textarea ul'.split(' '),
  );
  expect(html).not.toMatch(/\sonerror=(?![^<]*&lt;|[^<]*&gt;)/);
});

test.each([
  [{}, ['Yes', 'No']],
  [{ labelTrue: 'Sure', labelFalse: 'Never' }, ['Sure', 'Never']],
])('offers yes before no with %o', (labels, expected) => {
  const { text: html } = plainPageHtml({
    page: { elements: [{ type: 'boolean', name: 'meals', ...labels }] },
    intro: null,
    number: null,
    answers: new Map(),
    language: 'en',
    texts: publicFormTexts('en'),
    autofill: false,
  });
  expect([...html.matchAll(/<span>(\w+)<\/span>/g)].map(([, text]) => text)).toEqual(expected);
});
