import type { User } from '@kinbridge/contract/users/users.contract';
import { expect, it } from 'vitest';
import { memberDocument } from './member-export-document.ts';

const nothingElse = { mergedRecords: [], merges: [], proposedChanges: [], requests: [], texts: [], log: [] };
const profile = { id: 7, firstName: 'Ana', lastName: 'Vega', language: 'es' } as User;
const days = { name: 'Test Clinic', timeZone: 'America/Detroit', today: '2026-11-18' };

const textsOf = (answers: object) =>
  JSON.stringify(
    memberDocument(days, {
      ...nothingElse,
      assignedForms: [],
      files: [],
      profile,
      answers: [
        {
          ...{ id: 1, title: 'Intake', version: 1, source: 'public', createTimestamp: '2026-11-18T09:00:00Z' },
          data: { ...answers },
          questions: {
            elements: [
              {
                ...{ type: 'dropdown', name: 'question1', valueName: 'food', title: 'Enough to eat?' },
                choices: [{ value: 'n', text: 'Not this week' }],
              },
            ],
          },
        },
      ],
    }).content,
  );

it('shows the question and the choice of an answer stored under a name of its own', () => {
  const text = textsOf({ food: 'n' });
  expect(text).toContain('Enough to eat?');
  expect(text).toContain('Not this week');
});

it("shows the language's name", () => {
  expect(textsOf({})).toContain('Spanish');
});
