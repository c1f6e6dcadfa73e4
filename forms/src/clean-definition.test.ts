import { describe, expect, test } from 'vitest';
import { cleanDefinition, textOfMarkup } from './clean-definition.ts';
import type { SurveyDefinition } from './form-definition.ts';

describe('markup as text', () => {
  test.each([
    ['Hello', 'Hello'],
    ['<b>Hello</b> there', 'Hello there'],
    ['one<br>two<p>three</p>', 'one\ntwo\nthree'],
    ['<script>alert(1)</script>after', 'after'],
    ['<SCRIPT SRC=//evil.example>x</SCRIPT >after', 'after'],
    ['<img src=x onerror=alert(1)>', ''],
    ['before<!-- hidden <b> -->after', 'beforeafter'],
    ['3 < 4 &amp; 5 &gt; 4', '3 < 4 & 5 > 4'],
    ['&#60;script&#62;alert(1)&#x3c;/script>', '<script>alert(1)</script>'],
    ['cut off <img src=', 'cut off'],
    ['<svg><a href="javascript:x">y</a></svg>z', 'z'],
    ['<a href="javascript:alert(1)">link</a>', 'link'],
  ])('%s', (markup, text) => expect(textOfMarkup(markup)).toBe(text));

  test('is parsed in one pass for half a million characters', () => {
    for (const piece of ['<!--', '<script>', '<', '&#', '<b ', '<svg ', '>', '<p>']) {
      textOfMarkup(piece.repeat(500_000 / piece.length));
    }
  });
});

test('removes external references from the shown form, not from the stored one', () => {
  const stored: SurveyDefinition = {
    title: 'Intake',
    logo: 'https://elsewhere.example/logo.png',
    surveyPostId: 'x',
    cookieName: 'seen',
    navigateToUrl: 'https://elsewhere.example',
    navigateToUrlOnCondition: [{ expression: '{a} = 1', url: 'https://elsewhere.example' }],
    completedHtml: { default: '<h1>Thanks</h1><script>1</script>', es: '<b>Gracias</b>' },
    completedHtmlOnCondition: [{ expression: '{a} = 1', html: '<img src=x onerror=alert(1)>Bye' }],
    pages: [
      {
        name: 'one',
        elements: [
          { type: 'html', name: 'h', html: '<iframe src="//elsewhere.example"></iframe>Read "this"' },
          { type: 'image', name: 'i', imageLink: 'https://elsewhere.example/i.png' },
          { type: 'image', name: 'own', imageLink: 'data:image/png;base64,AAAA' },
          { type: 'dropdown', name: 'd', choices: ['a'], choicesByUrl: { url: 'https://elsewhere.example/{x}' } },
          { type: 'imagepicker', name: 'p', choices: [{ value: 1, imageLink: '//elsewhere.example/1.png' }] },
          { type: 'file', name: 'f', maxSize: 9e9, storeDataAsText: true },
          { type: 'text', name: 't', defaultValue: { logo: 'kept' }, surveyAction: 'none' },
        ],
      },
    ],
  };
  const before = JSON.parse(JSON.stringify(stored));
  const shown = cleanDefinition(stored);
  expect(stored).toEqual(before);
  expect(JSON.stringify(shown)).not.toMatch(/elsewhere|<(?!br>)|onerror/);
  expect(shown).toEqual({
    title: 'Intake',
    completedHtml: { default: 'Thanks', es: 'Gracias' },
    completedHtmlOnCondition: [{ expression: '{a} = 1', html: 'Bye' }],
    pages: [
      {
        name: 'one',
        elements: [
          { type: 'html', name: 'h', html: 'Read &quot;this&quot;' },
          { type: 'image', name: 'own', imageLink: 'data:image/png;base64,AAAA' },
          { type: 'dropdown', name: 'd', choices: ['a'] },
          { type: 'radiogroup', name: 'p', choices: [{ value: 1 }] },
          { type: 'file', name: 'f', maxSize: 5_242_880, storeDataAsText: false, waitForUpload: true },
          { type: 'text', name: 't', defaultValue: { logo: 'kept' }, surveyAction: 'none' },
        ],
      },
    ],
  });
});

test('offers several choices as texts if one lacks its picture', () => {
  const own = { value: 'cat', imageLink: 'data:image/png;base64,AAAA' };
  const elements = [{ type: 'imagepicker', name: 'p', choices: [own, 'dog'], multiSelect: true, imageHeight: 90 }];
  expect(cleanDefinition({ elements }).elements).toEqual([
    { type: 'checkbox', name: 'p', choices: [{ value: 'cat' }, 'dog'] },
  ]);
});

test('keeps a choice of pictures that has all of them', () => {
  const choices = [{ value: 'cat', imageLink: 'data:image/png;base64,AAAA' }];
  const elements = [{ type: 'imagepicker', name: 'p', choices }];
  expect(cleanDefinition({ elements }).elements?.[0]).toMatchObject({ type: 'imagepicker', choices });
});

test('gives validators a text where the form library has none', () => {
  const own = [{ type: 'expression', text: 'Own' }, { type: 'email' }];
  const stored = { validators: [{ type: 'regex', regex: 'x' }, { type: 'expression', text: ' ' }, ...own] };
  const text = expect.objectContaining({ default: "This answer isn't valid. Please check it." });
  expect(cleanDefinition(stored).validators).toEqual([
    { type: 'regex', regex: 'x', text },
    { type: 'expression', text },
    ...own,
  ]);
});
