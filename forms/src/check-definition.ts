import { brokenChoiceSentence, brokenChoices } from './broken-choices.ts';
import { brokenRuleSentence, brokenRules } from './broken-rules.ts';
import { type SurveyDefinition, type SurveyElement, surveyActions } from './form-definition.ts';
import { isSafeRegex } from './regex-safety.ts';

/** The supported element types. */
export const elementTypes = [
  'boolean',
  'checkbox',
  'comment',
  'dropdown',
  'expression',
  'file',
  'html',
  'image',
  'imagepicker',
  'matrix',
  'matrixdropdown',
  'matrixdynamic',
  'multipletext',
  'panel',
  'paneldynamic',
  'radiogroup',
  'ranking',
  'rating',
  'signaturepad',
  'slider',
  'tagbox',
  'text',
] as const;

const knownTypes: ReadonlySet<string> = new Set(elementTypes);

export const definitionLimits = { bytes: 500_000, depth: 40, questions: 500, nameLength: 200 };

/** A problem in a form, with a path such as `data.pages.0.elements.2.name`. */
export interface DefinitionProblem {
  path: string;
  message: string;
}

/**
 * Why a form can't be published; empty if it can. Properties not checked here are kept unchanged, even if this version
 * of the form library doesn't know them.
 */
export function checkDefinition(definition: SurveyDefinition): DefinitionProblem[] {
  if (depthOf(definition) > definitionLimits.depth) {
    return [{ path: 'data', message: 'The form is nested too deeply.' }];
  }
  const check = new Check();
  check.form(definition);
  return check.problems;
}

/** The nesting depth, counted only up to the limit. */
export function depthOf(value: unknown, depth = 1): number {
  if (typeof value !== 'object' || value === null || depth > definitionLimits.depth) return depth;
  return Object.values(value).reduce<number>((most, inner) => Math.max(most, depthOf(inner, depth + 1)), depth);
}

const maxProblems = 20;

class Check {
  readonly problems: DefinitionProblem[] = [];
  #questions = 0;

  #add(path: string, message: string): void {
    if (this.problems.length < maxProblems) this.problems.push({ path, message });
  }

  form(definition: SurveyDefinition): void {
    this.#texts(definition, 'data');
    const names = new Set<string>();
    const pages = this.#objects(definition.pages, 'data.pages');
    for (const [place, page] of pages.entries()) {
      const path = `data.pages.${place}`;
      this.#texts(page, path);
      this.#elements(page.elements, `${path}.elements`, names);
    }
    this.#elements(definition.elements, 'data.elements', names);
    this.#collide(names);
    if (this.#questions === 0) this.#add('data', 'Please add at least one question.');
    if (this.#questions > definitionLimits.questions) {
      this.#add('data', `A form can have at most ${definitionLimits.questions} questions.`);
    }
    this.#compiled(definition, 'data');
    const isWellFormed = this.problems.length === 0;
    for (const rule of brokenRules(definition)) this.#add(rule.path, brokenRuleSentence(rule));
    if (!isWellFormed) return;
    for (const rule of brokenChoices(definition)) this.#add(rule.path, brokenChoiceSentence(rule));
  }

  #objects(value: unknown, path: string): Record<string, unknown>[] {
    if (value === undefined) return [];
    if (!Array.isArray(value) || value.some((item) => !isObject(item))) {
      this.#add(path, 'Must be a list of objects.');
      return [];
    }
    return value;
  }

  #elements(value: unknown, path: string, names: Set<string>): void {
    for (const [place, element] of this.#objects(value, path).entries()) {
      this.#element(element as SurveyElement, `${path}.${place}`, names);
    }
  }

  #element(element: SurveyElement, path: string, names: Set<string>): void {
    if (!knownTypes.has(element.type)) {
      this.#questions++;
      this.#add(`${path}.type`, `This question type isn't supported: ${String(element.type).slice(0, 40)}.`);
      return;
    }
    this.#name(element, path, names);
    this.#texts(element, path);
    if (element.type === 'panel') {
      this.#elements(element.elements, `${path}.elements`, names);
      return;
    }
    this.#questions++;
    this.#action(element, path);
    for (const list of ['choices', 'rateValues']) this.#values(element[list], `${path}.${list}`);
    if (element.type === 'matrix' || element.type === 'matrixdropdown') this.#values(element.rows, `${path}.rows`);
    if (element.type === 'matrix') this.#values(element.columns, `${path}.columns`);
    else this.#parts(element.columns, `${path}.columns`);
    this.#parts(element.items, `${path}.items`);
    this.#elements(element.templateElements, `${path}.templateElements`, new Set());
    this.#elements(element.detailElements, `${path}.detailElements`, new Set());
  }

  #name({ name, valueName }: SurveyElement, path: string, names: Set<string>): void {
    const problem = nameProblem(name);
    if (problem) this.#add(`${path}.name`, problem);
    else if (names.has(name)) this.#add(`${path}.name`, `Two questions are named ${name}. Please rename one of them.`);
    else names.add(name);
    if (valueName !== undefined && valueName !== '') {
      const valueProblem = nameProblem(valueName);
      if (valueProblem) this.#add(`${path}.valueName`, valueProblem);
    }
  }

  /** The library stores comments under a question's name with these suffixes. */
  #collide(names: Set<string>): void {
    for (const name of names) {
      const base = /^(.+)-(?:Comment|total)$/.exec(name)?.[1];
      if (base !== undefined && names.has(base)) this.#add('data', `The name ${name} is used by comments on ${base}.`);
    }
  }

  #texts(object: Record<string, unknown>, path: string): void {
    for (const key of ['title', 'description']) {
      const text = object[key];
      const fits =
        text === undefined ||
        text === null ||
        typeof text === 'string' ||
        (isObject(text) && Object.values(text).every((part) => typeof part === 'string'));
      if (!fits) this.#add(`${path}.${key}`, 'Must be a text, or a text per language.');
    }
  }

  #action({ surveyAction, serviceId }: SurveyElement, path: string): void {
    if (surveyAction !== undefined && !surveyActions.includes(surveyAction)) {
      this.#add(`${path}.surveyAction`, `Must be one of ${surveyActions.join(', ')}.`);
    }
    const isId = typeof serviceId === 'number' && Number.isSafeInteger(serviceId) && serviceId > 0;
    if (surveyAction === 'createServiceRequest' && !isId) {
      this.#add(`${path}.serviceId`, 'Please choose the service to create on completion.');
    }
  }

  /** Checks choices, rows and rates: values, or values with a text. */
  #values(value: unknown, path: string): void {
    if (value === undefined) return;
    const fits = (item: unknown) => isScalar(item) || (isObject(item) && isScalar(item.value));
    if (!Array.isArray(value) || !value.every(fits)) this.#add(path, 'Must be a list of values.');
  }

  /** Checks matrix columns and text items, which are questions with their own names. */
  #parts(value: unknown, path: string): void {
    const names = new Set<string>();
    for (const [place, part] of this.#objects(value, path).entries()) {
      this.#name(part as SurveyElement, `${path}.${place}`, names);
      this.#texts(part, `${path}.${place}`);
      this.#values(part.choices, `${path}.${place}.choices`);
      this.#questions++;
    }
  }

  /** Checks expressions and conditions, which the library compiles. */
  #compiled(value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (inner === undefined || inner === null) continue;
      const at = `${path}.${key}`;
      if (key === 'regex') {
        const problem = regexProblem(inner);
        if (problem) this.#add(at, problem);
      } else if (typeof inner === 'string' && /(^e|E)xpression$|.If$/.test(key)) {
        if (!isPlainCondition(inner)) this.#add(at, 'This condition is too long or too nested. Please simplify it.');
      } else this.#compiled(inner, at);
    }
  }
}

function regexProblem(source: unknown): string | null {
  if (typeof source !== 'string' || !isRegex(source)) return "This regular expression isn't valid. Please check it.";
  if (isSafeRegex(source)) return null;
  // Unicode classes, control characters and back-references.
  const [unsupported] = /(?<!\\)(?:\\\\)*\\[1-9kpPc]/.exec(source) ?? [];
  return unsupported
    ? `This regular expression uses ${unsupported.slice(-2)}, which isn't supported. Please write it without.`
    : 'This regular expression could take too long to check. Please write a simpler one.';
}

function isRegex(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

function isPlainCondition(text: string): boolean {
  if (text.length > 5000) return false;
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    else if (char === ')') depth--;
    if (depth > 30) return false;
  }
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Names are answer keys, and appear in conditions between braces. */
function nameProblem(name: unknown): string | null {
  if (typeof name !== 'string' || name.trim() === '') return 'Every question needs a name.';
  if (name.length > definitionLimits.nameLength) {
    return `A name can have at most ${definitionLimits.nameLength} characters.`;
  }
  if (name in {} || name === 'prototype') return `A question can't be named ${name}.`;
  if (/[\p{Cc}{}]/u.test(name)) return "A name can't contain braces or control characters.";
  return null;
}
