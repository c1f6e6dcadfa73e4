import { brokenChoices } from '@kinbridge/forms/broken-choices';
import { brokenRules, namesIn } from '@kinbridge/forms/broken-rules';
import type { SurveyDefinition, SurveyElement } from '@kinbridge/forms/form-definition';
import { childrenOf, isWithin, keyOf, type Node, walk } from './builder-tree.ts';
import { readCondition, writeCondition } from './definition/condition.ts';
import { isQuestion } from './definition/question-kinds.ts';

/** The names of an element and all elements inside it. */
export function namesWithin(node: Node): ReadonlySet<string> {
  const inner = childrenOf(node).flatMap((child) => [...namesWithin(child)]);
  return new Set('type' in node && node.name ? [node.name, ...inner] : inner);
}

const ruleProperties = ['visibleIf', 'enableIf', 'requiredIf'] as const;

/** Remaining pages and questions with a rule about the removed element. */
export function dependents(definition: SurveyDefinition, removed: Node): Node[] {
  const names = namesWithin(removed);
  return [...walk(definition)]
    .map(({ node }) => node)
    .filter((node) => node !== removed && !isWithin(removed, keyOf(node)))
    .filter((node) => ruleProperties.some((property) => asksAbout(node[property], names)));
}

function asksAbout(rule: unknown, names: ReadonlySet<string>): rule is string {
  return typeof rule === 'string' && namesIn(rule).some((name) => names.has(name.replace(/[.[].*$/s, '')));
}

/** The form without rules about these questions; other rules in the same condition stay. */
export function withoutRulesAbout(definition: SurveyDefinition, names: ReadonlySet<string>): SurveyDefinition {
  const clean = <N extends Node>(node: N): N => {
    const copy: Record<string, unknown> & N = { ...node };
    for (const property of ruleProperties) {
      const rule = copy[property];
      if (!asksAbout(rule, names)) continue;
      const rest = remaining(rule, names);
      if (rest === undefined) delete copy[property];
      else (copy as Record<string, unknown>)[property] = rest;
    }
    for (const list of ['elements', 'templateElements'] as const) {
      if (Array.isArray(copy[list])) {
        (copy as Record<string, unknown>)[list] = (copy[list] as SurveyElement[]).map(clean);
      }
    }
    return copy;
  };
  return { ...definition, pages: (definition.pages ?? []).map(clean) };
}

/** A condition that the picker can't read is removed as a whole. */
function remaining(rule: string, names: ReadonlySet<string>): string | undefined {
  const condition = readCondition(rule);
  return (
    (condition &&
      writeCondition({ ...condition, rules: condition.rules.filter(({ question }) => !names.has(question)) })) ??
    undefined
  );
}

/** Questions are numbered through the whole form; other elements have no number. */
export function questionNumbers(definition: SurveyDefinition): ReadonlyMap<string, number> {
  const asked = [...walk(definition)].filter(
    ({ node, parent }) => parent !== null && isQuestion(node as SurveyElement),
  );
  return new Map(asked.map(({ node }, index) => [keyOf(node), index + 1]));
}

/** The elements with a rule about a deleted question or choice. */
export function brokenKeys(definition: SurveyDefinition): ReadonlySet<string> {
  return new Set([...brokenRules(definition), ...brokenChoices(definition)].map(({ owner }) => keyOf(owner as Node)));
}
