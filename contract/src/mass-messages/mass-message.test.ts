import { expect, test } from 'vitest';
import { massMessageBody } from './mass-message.ts';

test.each([
  ['Open on Saturday.', 'Willow Care', 'Open on Saturday.\nWillow Care. Reply STOP to opt out.'],
  ['  Open on Saturday ', 'Willow Care', 'Open on Saturday\nWillow Care. Reply STOP to opt out.'],
  ['Open on Saturday.', 'Willow Care Inc.', 'Open on Saturday.\nWillow Care Inc. Reply STOP to opt out.'],
  ['WILLOW CARE is open.', 'Willow Care', 'WILLOW CARE is open. Reply STOP to opt out.'],
  ['Willow Care is open. Reply STOP to opt out.', 'Willow Care', 'Willow Care is open. Reply STOP to opt out.'],
  ['Willow Care is open. Text stop to end.', 'Willow Care', 'Willow Care is open. Text stop to end.'],
  ['Open. Reply STOP to opt out.', 'Willow Care', 'Open.\nWillow Care. Reply STOP to opt out.'],
  ['Text STOP to end. Open on Saturday.', 'Willow Care', 'Text STOP to end. Open on Saturday.\nWillow Care.'],
  ['The bus does not stop here.', 'Willow Care', 'The bus does not stop here.\nWillow Care. Reply STOP to opt out.'],
])('sends %j from %s as %j', (message, name, body) => {
  expect(massMessageBody(message, name)).toBe(body);
});
