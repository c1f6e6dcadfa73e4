import { expect, test } from 'vitest';
import { html, joined, type Part, trusted } from './html.ts';

test.each<[string, Part, string]>([
  ['text is escaped', `<script>"&'`, "<p>&lt;script&gt;&quot;&amp;'</p>"],
  ['HTML stays', html`<b>${'<'}</b>`, '<p><b>&lt;</b></p>'],
  ['trusted text stays', trusted('a > b'), '<p>a > b</p>'],
  ['a list is joined', ['<', html`<br>`, ['>']], '<p>&lt;<br>&gt;</p>'],
  ['parts have something between them', joined(['a', '<', 'b'], html`<br>`), '<p>a<br>&lt;<br>b</p>'],
  ['a number is shown', 0, '<p>0</p>'],
  ['what is missing is left out', [null, undefined, false, ''], '<p></p>'],
])('%s', (_, part, written) => {
  expect(html`<p>${part}</p>`.text).toBe(written);
});
