import { describe, expect, it } from 'vitest';
import { fillTemplate } from './message-templates.ts';

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
