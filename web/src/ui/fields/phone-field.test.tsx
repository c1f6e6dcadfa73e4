import { expect, it } from 'vitest';
import { renderHtml } from '../../testing/render-html.tsx';
import { PhoneField } from './phone-field.tsx';

it.each([
  ['+16165550150', '(616) 555-0150'],
  ['+4930901820', '+4930901820'],
  ['616 555', '616 555'],
])('shows %s as %s', (value, shown) => {
  expect(renderHtml(<PhoneField value={value} onChange={() => undefined} />)).toContain(`value="${shown}"`);
});
