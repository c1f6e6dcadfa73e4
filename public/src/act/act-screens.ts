import type { Act } from '@kinbridge/contract/acts/acts.contract';
import { outcomeLabels } from '@kinbridge/contract/service-requests/outcomes';
import { contactRows } from '../contact.ts';
import { type Html, html, type Part } from '../html.ts';
import { actTexts } from './act.texts.ts';

const texts = actTexts.en;

export type RequestAct = Extract<Act, { patient: unknown }>;
export type ServiceAct = Exclude<Act, RequestAct>;

/** What the page behind an email's links shows at one time. A button names what a press does in `data-press`. */
export interface ActScreen {
  title: string;
  body: Html;
}

/** The reason to decline, as typed. */
export interface TypedReason {
  code: string;
  note: string;
}

export const loadingScreen: ActScreen = { title: texts.loading, body: html`` };

export function requestScreen(act: RequestAct): ActScreen {
  return {
    title: texts.requestTitle(act.service.name),
    body: html`${facts(act)}${actions(
      button('accept', texts.accept, 'primary'),
      button('decline', texts.decline),
      portalLink(act.id, 'plain'),
    )}`,
  };
}

export function declineScreen(act: RequestAct, typed: TypedReason): ActScreen {
  const choices = Object.entries(outcomeLabels.CANCELLED).map(
    ([code, label]) =>
      html`<label class="choice"><input type="radio" name="code" value="${code}"${code === typed.code && ' checked'}><span>${label}</span></label>`,
  );
  return {
    title: texts.declineTitle,
    body: html`${facts(act)}<form novalidate><fieldset><legend>${texts.reason}</legend>${choices}<p class="error" role="alert"></p></fieldset>
<label for="note" class="label">${texts.note} <span class="hint">${texts.noteOptional}</span></label>
<textarea id="note" rows="3" class="input" aria-describedby="note-error">${typed.note}</textarea><p class="error" role="alert" id="note-error"></p>
${actions(html`<button type="submit" class="primary">${texts.decline}</button>`, button('back', texts.back))}</form>`,
  };
}

export function acceptedScreen({ id }: RequestAct): ActScreen {
  return messageScreen(texts.accepted, texts.acceptedText(id), portalLink(id));
}

export function declinedScreen({ id, organization }: RequestAct): ActScreen {
  return messageScreen(texts.declined, texts.declinedText(id, organization.name), portalLink(id));
}

export function serviceScreen({ service, organization }: ServiceAct): ActScreen {
  return {
    title: texts.confirmTitle,
    body: html`<p>${texts.confirmText(service.name, organization.name)}</p>${
      service.description && html`<p>${service.description}</p>`
    }${rowsHtml(contactRows(service.contact, texts))}${actions(button('confirm', texts.confirm, 'primary'), link('/account-management', texts.edit))}`,
  };
}

export function confirmedScreen({ service }: ServiceAct): ActScreen {
  return { title: texts.confirmed, body: html`<p>${texts.confirmedText(service.name)}</p>` };
}

export function offlineScreen(): ActScreen {
  return messageScreen(texts.offlineTitle, texts.offline, button('again', texts.tryAgain, 'primary'));
}

export function refusedScreen(message: string): ActScreen {
  return messageScreen(texts.refusedTitle, message, button('again', texts.tryAgain, 'primary'));
}

export function goneScreen(message: string, signInUrl: string): ActScreen {
  return messageScreen(texts.goneTitle, message, link(signInUrl, texts.signIn, 'primary button'));
}

export const sendingHtml = html`<p role="status" class="status">${texts.sending}</p>`;

function messageScreen(title: string, text: string, action: Html): ActScreen {
  return { title, body: html`<p>${text}</p>${actions(action)}` };
}

function facts({ id, service, organization, patient }: RequestAct): Html {
  return rowsHtml([
    [texts.ticket, `#${id}`],
    [texts.service, service.name],
    [texts.from, organization.name],
    [texts.to, service.organization.name],
    ...contactRows(service.contact, texts),
    [texts.member, texts.memberText(patient.firstName, patient.age)],
  ]);
}

/** Terms with their values, without those that have none. */
function rowsHtml(rows: [string, Part][]): Html {
  const filled = rows.filter(([, value]) => value);
  return html`<dl>${filled.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function actions(...all: Html[]): Html {
  return html`<div class="actions">${all}</div>`;
}

function button(press: string, label: string, kind = 'quiet'): Html {
  return html`<button type="button" class="${kind}" data-press="${press}">${label}</button>`;
}

function link(address: string, label: string, kind = 'quiet button'): Html {
  return html`<a href="${address}" class="${kind}">${label}</a>`;
}

function portalLink(id: number, kind?: string): Html {
  return link(`/incoming-service-requests?ticket=${id}`, texts.open, kind);
}
