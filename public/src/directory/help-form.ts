import type { Service } from '@kinbridge/contract/services/services.contract';
import { type Html, html } from '../html.ts';
import { inLanguage, type PageLanguage } from './directory.texts.ts';

/** What was typed into the form, why it was refused, and the key that keeps it from being sent twice. */
export interface TypedHelp {
  key: string;
  values: Record<string, string>;
  problems: Record<string, string>;
  /** Why it was refused as a whole, if no field is the problem. */
  message: string | null;
  /** The number of the request that was sent. */
  sent: number | null;
}

export type AskableService = Service & { availability: Exclude<Service['availability'], 'PAUSED'> };

/** The form to ask for help. It is sent and answered without scripts too. */
export function helpFormHtml(service: AskableService, typed: TypedHelp, language: PageLanguage): Html {
  const { texts } = language;
  const { id, organization, availability } = service;
  const field = (name: string, label: string, attributes: Html) => fieldHtml(typed, name, label, attributes);
  return html`<p>${texts.askText[availability](organization.name)}</p>
<form id="help" method="post" action="${inLanguage(`/services/${id}#ask`, language)}" novalidate data-offline="${texts.askOffline}">
<p class="error" role="alert" id="help-message">${Object.keys(typed.problems).length > 0 ? texts.problems : typed.message}</p>
<input type="hidden" name="key" value="${typed.key}">
${field('firstName', texts.firstName, html`autocomplete="given-name" maxlength="100" required`)}
${field('lastName', texts.lastName, html`autocomplete="family-name" maxlength="100" required`)}
${field('phoneNumber', texts.phoneNumber, html`type="tel" autocomplete="tel" maxlength="40" required`)}
<fieldset><legend>${texts.consent}</legend>
${radio(typed, 'true', texts.mayText)}${radio(typed, 'false', texts.noTexts)}
${errorHtml(typed, 'smsConsent')}</fieldset>
${field('zipCode', texts.zipCode, html`inputmode="numeric" autocomplete="postal-code" maxlength="10" required`)}
<div class="field"><label class="label" for="description">${texts.words}</label>
<textarea class="input" id="description" name="description" rows="4" maxlength="1000" required${described(typed, 'description')}>${typed.values.description ?? ''}</textarea>
${errorHtml(typed, 'description')}</div>
<button class="primary">${texts.send}</button>
<p class="hint">${texts.privacy(organization.name)}</p>
</form>`;
}

function fieldHtml(typed: TypedHelp, name: string, label: string, attributes: Html): Html {
  return html`<div class="field"><label class="label" for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" ${attributes} value="${typed.values[name] ?? ''}"${described(typed, name)}>
${errorHtml(typed, name)}</div>`;
}

/** Ties a field to its error for screen readers. */
function described({ problems }: TypedHelp, name: string): Html {
  return html` aria-describedby="${name}-error"${problems[name] && html` aria-invalid="true"`}`;
}

function errorHtml({ problems }: TypedHelp, name: string): Html {
  return html`<p class="error" role="alert" id="${name}-error">${problems[name] ?? ''}</p>`;
}

function radio(typed: TypedHelp, value: string, label: string): Html {
  const checked = typed.values.smsConsent === value ? ' checked' : '';
  return html`<label class="choice"><input type="radio" name="smsConsent" value="${value}" required${checked}${described(typed, 'smsConsent')}><span>${label}</span></label>`;
}
