import { fixedQuestionNames, type LocalText, type SurveyDefinition, textIn } from './form-definition.ts';

/** A rule such as 'Show only if' about a question the form doesn't have. */
export interface BrokenRule {
  /** Its location, such as `data.pages.0.elements.2.visibleIf`. */
  path: string;
  /** The page, question or other part with the rule. */
  owner: Record<string, unknown>;
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
  const names = new Set([...builtIn, ...[...fixedQuestionNames].map((name) => name.toLowerCase())]);
  const rules: (Omit<BrokenRule, 'missing'> & { expression: string })[] = [];
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
  return rules.flatMap(({ expression, ...rule }) => {
    const missing = namesIn(expression).find((name) => !names.has(rootOf(name)));
    return missing === undefined ? [] : [{ ...rule, missing }];
  });
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

export function brokenRuleSentence({ owner, missing }: BrokenRule): string {
  const called = textIn(owner.title as LocalText | undefined) || String(owner.name ?? 'The form');
  return `“${called}” has a rule about “${missing}”, a question that was deleted. Fix or remove the rule.`;
}
