import { expect, test } from 'vitest';
import { plainPageHtml } from './plain-page.ts';
import { publicFormTexts } from './public-form.texts.ts';

const payload = `"><img src=x onerror=alert(1)><script>alert(1)</script>'`;

test('whatever a form says is text in the page', () => {
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
    { type: 'text', name: 'odd', title: { default: 3 } as never },
  ];
  const html = plainPageHtml({
    page: { title: payload, description: payload, elements },
    intro: { title: payload, description: payload },
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
  // Every tag that is there is one that we write, and no attribute holds a quotation mark of its own.
  const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag));
  expect([...tags].sort()).toEqual(
    ['div', 'fieldset', 'h1', 'h2', 'input', 'label', 'legend', 'option', 'p', 'select', 'span', 'textarea'].sort(),
  );
  expect(html).not.toMatch(/\sonerror=(?![^<]*&lt;|[^<]*&gt;)/);
});
