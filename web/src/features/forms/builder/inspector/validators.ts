import type { SurveyElement } from '@kinbridge/forms/form-definition';

interface LengthLimits {
  min: number | undefined;
  max: number | undefined;
}

type Validator = Record<string, unknown> & { type?: unknown };

function validatorsOf(element: SurveyElement): Validator[] {
  return Array.isArray(element.validators) ? (element.validators as Validator[]) : [];
}

/** The minimum and maximum length of a text. Other validators are ignored here. */
export function lengthLimits(element: SurveyElement): LengthLimits {
  const own = validatorsOf(element).find(({ type }) => type === 'text');
  return { min: numberOf(own?.minLength), max: numberOf(own?.maxLength) ?? numberOf(element.maxLength) };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** The changes that set them: one text validator, next to any others. */
export function withLengthLimits(element: SurveyElement, { min, max }: LengthLimits): Record<string, unknown> {
  const others = validatorsOf(element).filter(({ type }) => type !== 'text');
  const before = validatorsOf(element).find(({ type }) => type === 'text') ?? { type: 'text' };
  const { minLength: _min, maxLength: _max, ...rest } = before;
  const own = { ...rest, ...(min !== undefined && { minLength: min }), ...(max !== undefined && { maxLength: max }) };
  const validators = min === undefined && max === undefined ? others : [...others, own];
  return { validators: validators.length > 0 ? validators : undefined, maxLength: max };
}
