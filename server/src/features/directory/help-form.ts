import type { Service } from '@kinbridge/contract/services/services.contract';
import { escapeHtml } from '@kinbridge/contract/shared/escape-html';
import { directoryTexts as texts } from './directory.texts.ts';

/** What was typed into the form, why it was refused, and the key that keeps it from being sent twice. */
export interface TypedHelp {
  key: string;
  values: Record<string, string>;
  problems: Record<string, string>;
  /** Why it was refused as a whole. */
  message: string | null;
  /** The number of the request that was sent. */
  sent: number | null;
}

/** The form to ask for help. It is sent and answered without scripts too. */
export function helpFormHtml({ id, organization }: Service, typed: TypedHelp): string {
  const field = (name: string, label: string, attributes: string) => fieldHtml(typed, name, label, attributes);
  return `<p>${escapeHtml(texts.askText(organization.name))}</p>
<form id="help" method="post" action="/services/${id}#ask" novalidate>
<p class="error" role="alert" id="help-message">${escapeHtml(typed.message ?? '')}</p>
<input type="hidden" name="key" value="${escapeHtml(typed.key)}">
${field('firstName', texts.firstName, 'autocomplete="given-name" maxlength="100" required')}
${field('lastName', texts.lastName, 'autocomplete="family-name" maxlength="100" required')}
${field('phoneNumber', texts.phoneNumber, 'type="tel" autocomplete="tel" maxlength="40" required')}
<fieldset><legend>${texts.consent}</legend>
${radio(typed, 'true', texts.mayText)}${radio(typed, 'false', texts.noTexts)}
<p class="error" role="alert">${escapeHtml(typed.problems.smsConsent ?? '')}</p></fieldset>
${field('zipCode', `${texts.zipCode} <span class="hint">${texts.optional}</span>`, 'inputmode="numeric" autocomplete="postal-code" maxlength="10"')}
<div class="field"><label class="label" for="description">${texts.words} <span class="hint">${texts.optional}</span></label>
<textarea class="input" id="description" name="description" rows="4" maxlength="1000">${escapeHtml(typed.values.description ?? '')}</textarea>
<p class="error" role="alert">${escapeHtml(typed.problems.description ?? '')}</p></div>
<button class="primary">${texts.send}</button>
<p class="hint">${escapeHtml(texts.privacy(organization.name))}</p>
</form>`;
}

function fieldHtml({ values, problems }: TypedHelp, name: string, label: string, attributes: string): string {
  const problem = problems[name];
  const invalid = problem ? ' aria-invalid="true"' : '';
  return `<div class="field"><label class="label" for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" ${attributes} value="${escapeHtml(values[name] ?? '')}" aria-describedby="${name}-error"${invalid}>
<p class="error" role="alert" id="${name}-error">${escapeHtml(problem ?? '')}</p></div>`;
}

function radio({ values }: TypedHelp, value: string, label: string): string {
  const checked = values.smsConsent === value ? ' checked' : '';
  return `<label class="choice"><input type="radio" name="smsConsent" value="${value}"${checked}><span>${label}</span></label>`;
}
