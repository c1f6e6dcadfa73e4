import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { boundedText } from '../bounded-text.ts';

/** A form from another service, as far as it could be converted. */
export interface ForeignForm {
  title: string;
  data: SurveyDefinition;
  notCarriedOver: { question: string; reason: string }[];
}

/** A service to import forms from. */
export interface FormSource {
  readonly name: 'Jotform' | 'Google Forms';
  /** Throws a FormSourceProblem if the form isn't available. */
  fetchForm(formId: string): Promise<ForeignForm>;
}

/** Why a form isn't available, as a sentence. */
export class FormSourceProblem extends Error {
  constructor(
    readonly kind: 'absent' | 'refused' | 'unreachable',
    message: string,
  ) {
    super(message);
  }
}

const maxBytes = 5_000_000;

/**
 * Fetches JSON from a form service: only from the configured host, without redirects, with limits on time and size.
 * Error messages name the `service`.
 */
export async function fetchJson(
  service: string,
  url: string,
  init: { method?: 'POST'; headers?: Record<string, string>; body?: string },
  timeLimitMs = 10_000,
): Promise<Record<string, unknown>> {
  const unreachable = `${service} can't be reached. Try again later.`;
  let text: string;
  let status: number;
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeLimitMs) });
    status = answer.status;
    text = await boundedText(answer, maxBytes);
  } catch {
    throw new FormSourceProblem('unreachable', unreachable);
  }
  if (status === 404) throw new FormSourceProblem('absent', `${service} has no form with this id.`);
  if (status === 400 || status === 401 || status === 403) {
    throw new FormSourceProblem('refused', `${service} does not let us read this form. Is it shared with this portal?`);
  }
  try {
    const parsed: unknown = status === 200 ? JSON.parse(text) : null;
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new FormSourceProblem('unreachable', unreachable);
}
