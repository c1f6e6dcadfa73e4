import { expect, test } from 'vitest';
import { withHtml } from './email-layout.ts';

const bodyOf = (text: string) => withHtml({ subject: 'Welcome', text }).html.split('<h1>Welcome</h1>')[1];

test.each([
  ['paragraphs', 'One.\n\nTwo.', '<p>One.</p>\n<p>Two.</p>'],
  [
    'lines that are addresses as links',
    'Open:\n\nhttps://kin.example/a?b=1&c=2\nhttps://kin.example/d',
    '<p><a href="https://kin.example/a?b=1&amp;c=2">https://kin.example/a?b=1&amp;c=2</a><br><a href="https://kin.example/d">https://kin.example/d</a></p>',
  ],
  [
    'an address within a sentence as text',
    'Ada https://evil.example joined.',
    '<p>Ada https://evil.example joined.</p>',
  ],
  ['markup as text', '<b>Ada</b>', '<p>&lt;b&gt;Ada&lt;/b&gt;</p>'],
])('a plain email shows %s', (_, text, html) => {
  expect(bodyOf(text)).toContain(html);
});

test('an email with its own HTML keeps it', () => {
  expect(withHtml({ subject: 'Welcome', text: 'One.', html: '<p>1</p>' }).html).toBe('<p>1</p>');
});
