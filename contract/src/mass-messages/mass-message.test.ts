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
  ['We hope to see you.', 'Hope', 'We hope to see you.\nHope. Reply STOP to opt out.'],
  ['Hopeful news.', 'Hope', 'Hopeful news.\nHope. Reply STOP to opt out.'],
  ['HOPE: open on Saturday.', 'Hope', 'HOPE: open on Saturday. Reply STOP to opt out.'],
  ["Come to Hope's picnic.", 'Hope', "Come to Hope's picnic. Reply STOP to opt out."],
  ['St. Mary’s\nPantry is open.', "St. Mary's Pantry", 'St. Mary’s\nPantry is open. Reply STOP to opt out.'],
  ['Vamos a Cáritas.', 'Cáritas', 'Vamos a Cáritas. Reply STOP to opt out.'],
  ['Los Caritativos.', 'Caritativo', 'Los Caritativos.\nCaritativo. Reply STOP to opt out.'],
  ['Приходите в Надежду.', 'Надежд', 'Приходите в Надежду.\nНадежд. Reply STOP to opt out.'],
  ['Food (C++) today.', 'Food (C++)', 'Food (C++) today. Reply STOP to opt out.'],
  ['Please text Stop & Shop.', 'Hope', 'Please text Stop & Shop.\nHope. Reply STOP to opt out.'],
  ['Hope is open. To opt out, text STOP.', 'Hope', 'Hope is open. To opt out, text STOP.'],
  ['Hope is open. Reply “STOP” to opt-out', 'Hope', 'Hope is open. Reply “STOP” to opt-out'],
  ['Reply STOP\nHope is open.', 'Hope', 'Reply STOP\nHope is open.'],
  ['Reply STOP to opt out.', 'Willow Care', 'Willow Care. Reply STOP to opt out.'],
])('sends %j from %s as %j', (message, name, body) => {
  expect(massMessageBody(message, name)).toBe(body);
});
