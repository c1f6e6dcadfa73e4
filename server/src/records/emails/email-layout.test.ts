import { expect, test } from 'vitest';
import { layOutEmail, withHtml } from './email-layout.ts';

const ours = 'https://kin.example';
const bodyOf = (text: string) => withHtml({ subject: 'Welcome', text }, ours).html.split('<h1>Welcome</h1>')[1];

test.each([
  ['paragraphs', 'One.\n\nTwo.', '<p>One.</p>\n<p>Two.</p>'],
  [
    'lines that are our addresses as links',
    'Open:\n\nhttps://kin.example/a?b=1&c=2\nhttps://kin.example/d\nhttps://kin.example',
    '<p><a href="https://kin.example/a?b=1&amp;c=2">https://kin.example/a?b=1&amp;c=2</a><br><a href="https://kin.example/d">https://kin.example/d</a><br><a href="https://kin.example">https://kin.example</a></p>',
  ],
  ['markup as text', '<b>Ada</b>', '<p>&lt;b&gt;Ada&lt;/b&gt;</p>'],
])('a plain email shows %s', (_, text, html) => {
  expect(bodyOf(text)).toContain(html);
});

test.each([
  'https://evil.example',
  'https://kin.example.evil.example/login',
  'https://kin.example@evil.example/login',
  'Ada https://evil.example joined.',
  'See https://kin.example/login',
])('a plain email has no link for the line %s', (line) => {
  expect(bodyOf(`Hello.\n\n${line}`)).not.toContain('<a');
});

/** With a mark where the invisible character is. */
const marked = (text: string) => text.replaceAll('\u200b', '|');

test.each([
  ['https://evil.example/login', 'https|://evil|.example/login'],
  ['HTTP://evil', 'HTTP|://evil'],
  ['www.evil.example.', 'www|.evil|.example.'],
  ['Ada (evil.example/x), Inc.', 'Ada (evil|.example/x), Inc.'],
  ['evil。example', 'evil|。example'],
  ['javascript:alert(1)', 'javascript|:alert(1)'],
  ['evil.example,ada@example.org', 'evil|.example,ada@example|.org'],
  ['https://ada@example.org', 'https|://ada@example|.org'],
  // These stay as they are: sentences, names, times, and addresses that the reader has to compare.
  ['St. Mary’s. Open 9:30 to 5.', 'St. Mary’s. Open 9:30 to 5.'],
  ['Reason: none', 'Reason: none'],
  ['Ben Birch (ben.birch+1@clinic.example) signed up.', 'Ben Birch (ben.birch+1@clinic.example) signed up.'],
])('typed text %j gives mail programs nothing to link', (typed, shown) => {
  const parts = [
    withHtml({ subject: 'Welcome', text: typed }, ours),
    layOutEmail({ subject: 'Welcome', paragraphs: [typed], actions: [] }),
    layOutEmail({ subject: 'Welcome', paragraphs: [], actions: [], notes: [typed] }),
  ];
  for (const { text, html } of parts)
    expect([marked(text), marked(html)]).toEqual([shown, expect.stringContaining(`>${shown}<`)]);
});

test('a link has a typed label and our address', () => {
  const { text, html } = layOutEmail({
    subject: 'Welcome to evil.example',
    paragraphs: [],
    actions: [{ label: 'Confirm evil.example', url: `${ours}/act/1` }],
  });
  expect(marked(text)).toBe('Confirm evil|.example: https://kin.example/act/1');
  expect(marked(html)).toContain('href="https://kin.example/act/1">Confirm evil|.example</a>');
  expect(marked(html)).toContain('<h1>Welcome to evil|.example</h1>');
});
