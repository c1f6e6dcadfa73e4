import { fixedQuestionNames, type LocalText, type SurveyDefinition, textIn } from './form-definition.ts';

/** A rule such as 'Show only if'. */
export interface FormRule {
  /** Its location, such as `data.pages.0.elements.2.visibleIf`. */
  path: string;
  /** The page, question or other part with the rule. */
  owner: Record<string, unknown>;
  expression: string;
}

/** A rule about a question the form doesn't have. */
export interface BrokenRule extends FormRule {
  /** The unknown name. */
  missing: string;
}

/** Names SurveyJS defines itself. */
const builtIn = new Set(
  `row rowindex rowvalue rowname rowtitle totalrow item choice panel panelindex visiblepanelindex parentpanel self
  survey locale pageno pagecount`.split(/\s+/),
);

/** Rules that can't be evaluated because their question was deleted. */
export function brokenRules(definition: SurveyDefinition): BrokenRule[] {
  const { rules, names } = rulesAndNames(definition);
  return rules.flatMap((rule) => {
    const missing = namesIn(rule.expression).find((name) => !names.has(rootOf(name)));
    return missing === undefined ? [] : [{ ...rule, missing }];
  });
}

export function rulesOf(definition: SurveyDefinition): FormRule[] {
  return rulesAndNames(definition).rules;
}

function rulesAndNames(definition: SurveyDefinition) {
  const names = new Set([...builtIn, ...[...fixedQuestionNames].map((name) => name.toLowerCase())]);
  const rules: FormRule[] = [];
  const visit = (value: unknown, path: string, owner: Record<string, unknown>): void => {
    if (Array.isArray(value)) {
      for (const [place, item] of value.entries()) visit(item, `${path}.${place}`, owner);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const part = value as Record<string, unknown>;
    const own = 'name' in part || 'elements' in part ? part : owner;
    for (const property of ['name', 'valueName', 'setToName']) {
      if (typeof part[property] === 'string') names.add(part[property].toLowerCase());
    }
    for (const [property, inner] of Object.entries(part)) {
      const at = `${path}.${property}`;
      if (typeof inner === 'string' && /.If$/.test(property)) rules.push({ path: at, owner: own, expression: inner });
      else visit(inner, at, own);
    }
  };
  visit(definition, 'data', definition);
  return { rules, names };
}

/** Every name in braces; quoted texts may contain braces too. */
export function namesIn(expression: string): string[] {
  const bare = expression.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''");
  return [...bare.matchAll(/\{([^{}]+)\}/g)].map((match) => (match[1] ?? '').trim());
}

/** `{name.row}`, `{name[0].x}`, `{name-Comment}` and `{#name}` all read from the answer to `name`. */
function rootOf(name: string): string {
  const plain = name.replace(/^[#$]/, '').toLowerCase();
  return plain.replace(/[.[].*$/s, '').replace(/-(comment|total|unwrapped)$/, '');
}

/** The name of the part with a rule. */
export function ruleOwner({ owner }: FormRule): string {
  return textIn(owner.title as LocalText | undefined) || String(owner.name ?? 'The form');
}

export function brokenRuleSentence(rule: BrokenRule): string {
  return `“${ruleOwner(rule)}” has a rule about “${rule.missing}”, a question that was deleted. Fix or remove the rule.`;
}
