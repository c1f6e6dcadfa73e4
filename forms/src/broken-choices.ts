import { type FormRule, ruleOwner, rulesOf } from './broken-rules.ts';
import { answerKey, questionsOf, questionTitle, type SurveyDefinition, type SurveyElement } from './form-definition.ts';
import { plainItems } from './plain-form.ts';

/** A rule about a choice, row or column that its question doesn't offer, so it never has that answer. */
export interface BrokenChoice extends FormRule {
  question: SurveyElement;
  /** The unknown value. */
  missing: string;
}

/** Rules about choices that were renamed or deleted. */
export function brokenChoices(definition: SurveyDefinition): BrokenChoice[] {
  // 'Other' then stores any text as the answer.
  if (definition.storeOthersAsComment === false) return [];
  const questions = new Map(
    questionsOf(definition).map((question) => [String(answerKey(question)).toLowerCase(), question]),
  );
  return rulesOf(definition).flatMap((rule) => {
    const found = comparisonsIn(rule.expression).flatMap(({ name, operator, values }): BrokenChoice[] => {
      const [root = '', row] = name.split(/\.(.*)/s);
      const question = questions.get(root.toLowerCase());
      const missing = question && missingFrom(question, row, operator, values);
      return question && missing !== undefined ? [{ ...rule, question, missing }] : [];
    });
    return found.slice(0, 1);
  });
}

export function brokenChoiceSentence(rule: BrokenChoice): string {
  return `“${ruleOwner(rule)}” has a rule about “${rule.missing}”, which “${questionTitle(rule.question)}” doesn't offer. Fix or remove the rule.`;
}

interface RuleComparison {
  name: string;
  operator: string;
  values: string[];
}

const literal = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?![\w.])`;
const comparison = new RegExp(
  String.raw`\{([^{}]+)\}\s*(==?|<>|!=|(?:equal|notequal|contains?|notcontains?|anyof|allof)\b)\s*((?:${literal})|\[[^\]]*\])`,
  'gi',
);

/** Comparisons with fixed values, also inside conditions that are too complex for the builder. */
function comparisonsIn(expression: string): RuleComparison[] {
  return [...expression.matchAll(comparison)].map(([, name = '', operator = '', values = '']) => ({
    name: name.trim(),
    operator: operator.toLowerCase(),
    values: [...values.matchAll(new RegExp(literal, 'g'))].map(([text]) =>
      text.replace(/^(['"])(.*)\1$/s, '$2').replace(/\\(['"])/g, '$1'),
    ),
  }));
}

const severalAnswers = new Set(['checkbox', 'tagbox', 'ranking']);
const oneAnswer = new Set(['radiogroup', 'dropdown', 'imagepicker']);

function missingFrom(question: SurveyElement, row: string | undefined, operator: string, values: string[]) {
  if (question.type === 'matrix') {
    const isKnownRow = row === undefined || valuesOf(question.rows).has(row.toLowerCase());
    return isKnownRow ? firstMissing(values, valuesOf(question.columns)) : row;
  }
  const several = severalAnswers.has(question.type) || question.multiSelect === true;
  if (row !== undefined || !(several || oneAnswer.has(question.type))) return undefined;
  // Of one answer, `contains` compares a part of its text.
  if (/contain/.test(operator) && !several) return undefined;
  const { choicesByUrl, choicesFromQuestion, allowCustomChoices, choices } = question;
  if (choicesByUrl || choicesFromQuestion || allowCustomChoices || !Array.isArray(choices)) return undefined;
  return firstMissing(values, new Set([...valuesOf(choices), ...specialValues(question)]));
}

/** As SurveyJS compares: ignoring case and the type of numbers. */
function valuesOf(items: unknown): Set<string> {
  return new Set(plainItems(items).map(({ value }) => String(value).trim().toLowerCase()));
}

function firstMissing(values: string[], known: ReadonlySet<string>): string | undefined {
  return values.find((value) => value !== '' && !known.has(value.trim().toLowerCase()));
}

function specialValues(question: SurveyElement): string[] {
  const offered = (...properties: string[]) => properties.some((property) => question[property] === true);
  return [
    ...(offered('showNoneItem', 'hasNone') ? ['none'] : []),
    ...(offered('showOtherItem', 'hasOther') ? ['other'] : []),
    ...(offered('showRefuseItem') ? ['refused'] : []),
    ...(offered('showDontKnowItem') ? ['dontknow'] : []),
  ];
}
