import { questionsOf, type SurveyDefinition, type SurveyElement } from '@kinbridge/forms/form-definition';
import { isWithin, keyOf, type Node, walk } from '../builder-tree.ts';
import { type Item, itemText, itemValue } from '../definition/choices.ts';
import { type Comparison, type Rule, takesValue } from '../definition/condition.ts';
import { hasChoices, isQuestion } from '../definition/question-kinds.ts';

/** The questions a rule can ask about: all except those it shows. */
export function askableFor(definition: SurveyDefinition, node: Node): SurveyElement[] {
  return questionsOf(definition).filter(
    (question) => isQuestion(question) && question.name !== node.name && !isWithin(node, keyOf(question)),
  );
}

/** Whether a question comes after the one that asks about it, so the rule can't be true yet. */
export function isLater(definition: SurveyDefinition, node: Node, name: string): boolean {
  const order = [...walk(definition)].map((found) => found.node);
  const asked = order.findIndex((one) => 'type' in one && one.name === name);
  return asked > order.findIndex((one) => keyOf(one) === keyOf(node));
}

/** The first rule: about the previous question, as most rules are. */
export function ruleToStart(definition: SurveyDefinition, node: Node): Rule | null {
  const askable = askableFor(definition, node);
  const order = [...walk(definition)].map((found) => keyOf(found.node));
  const place = order.indexOf(keyOf(node));
  const question = askable.findLast((one) => order.indexOf(keyOf(one)) < place) ?? askable[0];
  return question ? firstRule(question) : null;
}

/** The possible answers to a question, if they are few. */
export function valuesOf(question: SurveyElement): { value: string | number | boolean; text: string }[] | null {
  if (question.type === 'boolean') {
    return [
      { value: true, text: 'Yes' },
      { value: false, text: 'No' },
    ];
  }
  if (!hasChoices(question)) return null;
  const choices = ((question.choices ?? []) as Item[]).map((item) => ({
    value: itemValue(item),
    text: itemText(item),
  }));
  return [
    ...choices,
    ...(question.showNoneItem || question.hasNone ? [{ value: 'none', text: 'None' }] : []),
    ...(question.showOtherItem || question.hasOther ? [{ value: 'other', text: 'Other' }] : []),
  ];
}

export function isNumeric(question: SurveyElement): boolean {
  return question.type === 'rating' || question.type === 'slider' || question.inputType === 'number';
}

export function comparisonsFor(question: SurveyElement): Comparison[] {
  if (question.type === 'boolean') return ['=', 'notempty', 'empty'];
  if (['checkbox', 'tagbox', 'ranking'].includes(question.type))
    return ['contains', 'notcontains', 'notempty', 'empty'];
  if (hasChoices(question)) return ['=', '<>', 'anyof', 'notempty', 'empty'];
  if (isNumeric(question) || question.inputType === 'date')
    return ['=', '<>', '>', '>=', '<', '<=', 'notempty', 'empty'];
  if (question.type === 'text' || question.type === 'comment') return ['=', '<>', 'contains', 'notempty', 'empty'];
  return ['notempty', 'empty'];
}

export function firstRule(question: SurveyElement): Rule {
  const comparison = comparisonsFor(question)[0] ?? 'notempty';
  return withComparison({ question: question.name, comparison }, comparison, question);
}

/** Keeps the value if it still makes sense. */
export function withComparison({ question: name, value }: Rule, comparison: Comparison, question: SurveyElement): Rule {
  if (!takesValue(comparison)) return { question: name, comparison };
  const first = valuesOf(question)?.[0]?.value ?? (isNumeric(question) ? 0 : '');
  const plain = Array.isArray(value) ? value[0] : value;
  if (comparison === 'anyof') {
    const list = Array.isArray(value) ? value : [plain ?? first];
    return { question: name, comparison, value: list.filter((one) => typeof one !== 'boolean') };
  }
  return { question: name, comparison, value: plain ?? first };
}
