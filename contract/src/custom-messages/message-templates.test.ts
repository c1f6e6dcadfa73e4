import { describe, expect, it } from 'vitest';
import { fillTemplate, responseTime, responseTimeInSpanish } from './message-templates.ts';

describe('filling in a template', () => {
  it.each([
    ['{assignee_name}: new request', 'Our team: new request'],
    [' {assignee_name} will call', ' Our team will call'],
    ['Hi. {assignee_name} will call', 'Hi. Our team will call'],
    ['Hi,\n{assignee_name} will call', 'Hi,\nOur team will call'],
    ['(Hi!) {assignee_name} will call', '(Hi!) Our team will call'],
    ['Hi, {assignee_name} will call', 'Hi, our team will call'],
    ['{unknown} and {assignee_name}', '{unknown} and our team'],
  ])('writes %j as %j', (text, filled) => {
    expect(fillTemplate(text, { assignee_name: 'our team' })).toBe(filled);
  });
});

describe('the time within which someone calls', () => {
  it.each([
    [1, '1 hour', '1 hora'],
    [4, '4 hours', '4 horas'],
    [24, '24 hours', '24 horas'],
    [48, '24 to 48hrs', '24 a 48 horas'],
    [72, '3 days', '72 horas'],
    [73, '73 hours', '73 horas'],
  ])('is said for a promise of %i hours', (hours, english, spanish) => {
    expect([responseTime(hours), responseTimeInSpanish(hours)]).toEqual([english, spanish]);
  });
});
