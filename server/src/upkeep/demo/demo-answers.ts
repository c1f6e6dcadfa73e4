import { answerKey, questionsOf, type SurveyDefinition, type SurveyElement } from '@kinbridge/forms/form-definition';
import type { DemoRandom } from './demo-random.ts';

export interface DemoWords {
  needs: string[];
  praise: string[];
  children: string[];
}

/** Plausible answers to a form: most questions answered, the first choices slightly more often. */
export function demoAnswers(random: DemoRandom, definition: SurveyDefinition, words: string[], names: string[]) {
  const answers: Record<string, unknown> = {};
  for (const question of questionsOf(definition)) {
    const answer = random.chance(question.isRequired ? 1 : 0.88)
      ? demoAnswer(random, question, words, names)
      : undefined;
    if (answer !== undefined) answers[answerKey(question)] = answer;
  }
  return answers;
}

function demoAnswer(random: DemoRandom, question: SurveyElement, words: string[], names: string[]): unknown {
  const values = (list: unknown): unknown[] =>
    (Array.isArray(list) ? list : []).map((item) => (typeof item === 'object' && item !== null ? item.value : item));
  const lean = (list: unknown[]) => list[Math.min(random.below(list.length), random.below(list.length))];
  switch (question.type) {
    case 'boolean':
      return random.chance(0.35);
    case 'radiogroup':
    case 'dropdown':
      return lean(values(question.choices));
    case 'checkbox': {
      const chosen = values(question.choices).filter(() => random.chance(0.3));
      if (chosen.length > 0) return chosen;
      return question.showNoneItem === true ? ['none'] : undefined;
    }
    case 'ranking':
      return values(question.choices)
        .map((value) => ({ value, place: random.next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ value }) => value);
    case 'rating':
      return 5 - Math.min(random.below(5), random.below(5));
    case 'matrix':
      return Object.fromEntries(
        values(question.rows).map((row) => [String(row), lean([...values(question.columns)].reverse())]),
      );
    case 'comment':
      return random.chance(0.5) ? random.pick(words) : undefined;
    case 'paneldynamic':
      return Array.from({ length: random.below(3) }, () => ({ name: random.pick(names), age: 2 + random.below(15) }));
    default:
      return question.inputType === 'number' ? 1 + random.below(6) : undefined;
  }
}
