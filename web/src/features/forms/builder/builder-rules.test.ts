import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { expect, it } from 'vitest';
import { openBuilder } from './builder-reducer.ts';
import { brokenKeys, questionNumbers } from './builder-rules.ts';
import { keyOf, walk } from './builder-tree.ts';

const question = (name: string, rule?: string) => ({ type: 'text', name, ...(rule && { visibleIf: rule }) });

function opened(...pages: SurveyElement[][]) {
  const { definition } = openBuilder(
    { pages: pages.map((elements, index) => ({ name: `p${index}`, elements })) },
    null,
  );
  const names = new Map([...walk(definition)].map(({ node }) => [keyOf(node), node.name]));
  return { definition, nameOf: (key: string) => names.get(key) };
}

it.each<[string, SurveyElement[][], string[]]>([
  ['through all pages', [[question('a'), question('b')], [question('c')]], ['a', 'b', 'c']],
  ['inside a panel', [[{ type: 'panel', name: 'box', elements: [question('a')] }, question('b')]], ['a', 'b']],
  ['but no text between them', [[{ type: 'html', name: 'text' }, question('a')]], ['a']],
])('numbers questions %s', (_, pages, names) => {
  const { definition, nameOf } = opened(...pages);
  const numbers = [...questionNumbers(definition)].map(([key, number]) => [nameOf(key), number]);
  expect(numbers).toEqual(names.map((name, index) => [name, index + 1]));
});

it('finds the questions whose rule is about a deleted one', () => {
  const { definition, nameOf } = opened([question('a'), question('b', '{a} notempty'), question('c', '{x} notempty')]);
  expect([...brokenKeys(definition)].map(nameOf)).toEqual(['c']);
});
