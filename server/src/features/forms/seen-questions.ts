import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { type Condition, holds, readCondition } from '@kinbridge/forms/form-condition';
import {
  answerKey,
  type SurveyDefinition,
  type SurveyElement,
  type SurveyPage,
} from '@kinbridge/forms/form-definition';
import type { Executor } from '../../db/database.ts';
import { type Combination, countCombinations } from './form-analytics.queries.ts';
import type { AnswerSearch } from './form-answers.queries.ts';

/** The conditions for a question to be shown; null if unsupported here. */
type Conditions = Condition[] | null;

/**
 * How many people saw each question, by key: their version has it and their answers met its conditions. Questions that
 * everyone saw, or where it is unknown, are missing.
 */
export async function countSeen(
  db: Executor,
  search: AnswerSearch,
  versions: FormVersion[],
): Promise<ReadonlyMap<string, number>> {
  const forms = versions.map(({ id, data }) => ({ id, shown: shownIn(data as SurveyDefinition) }));
  const known = new Map<string, Promise<Combination[] | null>>();
  const combinations = (keys: string[]) => {
    const cacheKey = JSON.stringify(keys);
    const found = known.get(cacheKey) ?? countCombinations(db, search, keys);
    known.set(cacheKey, found);
    return found;
  };
  const seen = new Map<string, number>();
  for (const key of new Set(forms.flatMap(({ shown }) => [...shown.keys()]))) {
    if (forms.every(({ shown }) => shown.get(key)?.length === 0)) continue;
    let count: number | null = 0;
    for (const { id, shown } of forms) {
      const conditions = shown.get(key);
      if (conditions === undefined || count === null) continue;
      const own: number | null = conditions && (await countShown(conditions, id, combinations));
      count = own === null ? null : count + own;
    }
    if (count !== null) seen.set(key, count);
  }
  return seen;
}

/** How many answers to one version met the conditions; null if there are too many combinations. */
async function countShown(
  conditions: Condition[],
  surveyId: number,
  combinations: (keys: string[]) => Promise<Combination[] | null>,
): Promise<number | null> {
  const keys = [...new Set(conditions.flatMap(questionsIn))].sort();
  const found = await combinations(keys);
  if (!found) return null;
  return found
    .filter((one) => one.surveyId === surveyId)
    .filter(({ values }) => {
      const answerTo = (question: string) => values[keys.indexOf(question)] ?? undefined;
      return conditions.every((condition) => holds(condition, answerTo));
    })
    .reduce((sum, { count }) => sum + count, 0);
}

function questionsIn(condition: Condition): string[] {
  return condition.kind === 'compare' ? [condition.question] : condition.parts.flatMap(questionsIn);
}

/** The conditions of each question by key, including those of its page and panels. */
function shownIn({ pages = [], elements = [] }: SurveyDefinition): ReadonlyMap<string, Conditions> {
  const shown = new Map<string, Conditions>();
  const walk = (element: SurveyElement, outer: Conditions) => {
    const conditions = both(outer, conditionsOf(element));
    if (element.type === 'panel') for (const inner of element.elements ?? []) walk(inner, conditions);
    // Two questions with the same key may have been shown for different reasons.
    else shown.set(answerKey(element), shown.has(answerKey(element)) ? null : conditions);
  };
  for (const page of pages) for (const element of page.elements ?? []) walk(element, conditionsOf(page));
  for (const element of elements) walk(element, []);
  return shown;
}

function conditionsOf({ visibleIf, visible }: SurveyElement | SurveyPage): Conditions {
  if (typeof visibleIf !== 'string' || visibleIf.trim() === '') return visible === false ? [never] : [];
  const condition = readCondition(visibleIf);
  return condition && [condition];
}

const never: Condition = { kind: 'or', parts: [] };

function both(one: Conditions, other: Conditions): Conditions {
  return one && other && [...one, ...other];
}
