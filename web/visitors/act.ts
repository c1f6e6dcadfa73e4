import '@fontsource-variable/figtree/wght.css';
import 'virtual:theme-variables.css';
import './act.css';
import type { Act } from '@kinbridge/contract/acts/acts.contract';
import { actTexts } from '@kinbridge/public/act/act.texts';
import { type ActAnswer, readAct, sendAct } from './act-calls.ts';
import { declineForm } from './decline-form.ts';
import { button, element, link } from './elements.ts';

const texts = actTexts.en;

type RequestAct = Extract<Act, { patient: unknown }>;
type ServiceAct = Exclude<Act, RequestAct>;

const token = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const main = document.getElementById('act') ?? document.body;

/** Replaces the page's content. Focus moves to the heading, so that screen readers read on from there. */
function show(title: string, ...content: (Node | string)[]): void {
  const heading = element('h1', { tabindex: '-1' }, title);
  main.replaceChildren(heading, ...content);
  main.removeAttribute('aria-busy');
  document.title = `${title} · Kinbridge`;
  heading.focus();
}

const paragraph = (text: string) => element('p', {}, text);
const actions = (...all: HTMLElement[]) => element('div', { class: 'actions' }, ...all);
const portalUrl = (id: number) => `/incoming-service-requests?ticket=${id}`;

async function open(): Promise<void> {
  show(texts.loading);
  const answer = await readAct(token);
  if (answer.kind !== 'ok') return showFailure(answer, () => void open());
  if (!('patient' in answer.act)) return showService(answer.act);
  if (new URLSearchParams(location.search).get('action') === 'decline') showDecline(answer.act);
  else showRequest(answer.act);
}

function showRequest(act: RequestAct): void {
  const accept = async () => {
    const answer = await press('accept');
    if (!answer) return;
    if (answer.kind !== 'ok') return showFailure(answer, () => showRequest(act));
    show(texts.accepted, paragraph(texts.acceptedText(act.id)), actions(link(texts.open, portalUrl(act.id))));
  };
  show(
    texts.requestTitle(act.service.name),
    facts(act),
    actions(
      button(texts.accept, 'primary', () => void accept()),
      button(texts.decline, 'quiet', () => showDecline(act)),
      link(texts.open, portalUrl(act.id), 'plain'),
    ),
  );
}

function showDecline(act: RequestAct): void {
  const { form, read } = declineForm();
  const decline = async () => {
    const outcome = read();
    const answer = outcome && (await press('decline', outcome));
    if (!answer) return;
    // What was typed stays: going back shows the same form.
    if (answer.kind !== 'ok') return showFailure(answer, showForm);
    const { id, organization } = act;
    show(
      texts.declined,
      paragraph(texts.declinedText(id, organization.name)),
      actions(link(texts.open, portalUrl(id))),
    );
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void decline();
  });
  form.append(
    actions(
      element('button', { type: 'submit', class: 'primary' }, texts.decline),
      button(texts.back, 'quiet', () => showRequest(act)),
    ),
  );
  const showForm = () => show(texts.declineTitle, facts(act), form);
  showForm();
}

function showService({ service, organization }: ServiceAct): void {
  const confirm = async () => {
    const answer = await press('confirm');
    if (!answer) return;
    if (answer.kind !== 'ok') return showFailure(answer, () => showService({ service, organization }));
    show(texts.confirmed, paragraph(texts.confirmedText(service.name)));
  };
  show(
    texts.confirmTitle,
    paragraph(texts.confirmText(service.name, organization.name)),
    ...(service.description ? [paragraph(service.description)] : []),
    actions(
      button(texts.confirm, 'primary', () => void confirm()),
      link(texts.edit, '/account-management', 'quiet button'),
    ),
  );
}

function facts({ id, service, organization, patient }: RequestAct): HTMLElement {
  const rows = [
    [texts.ticket, `#${id}`],
    [texts.service, service.name],
    [texts.from, organization.name],
    [texts.to, service.organization.name],
    [texts.member, texts.memberText(patient.firstName, patient.age)],
  ] as const;
  const pairs = rows.map(([term, value]) => element('div', {}, element('dt', {}, term), element('dd', {}, value)));
  return element('dl', {}, ...pairs);
}

let sending = false;

/** Sends what was pressed, once: null while an earlier press is under way. */
async function press(action: 'accept' | 'decline' | 'confirm', outcome?: object): Promise<ActAnswer | null> {
  if (sending) return null;
  sending = true;
  main.setAttribute('aria-busy', 'true');
  for (const one of main.querySelectorAll('button')) one.setAttribute('aria-disabled', 'true');
  const status = element('p', { role: 'status', class: 'status' }, texts.sending);
  main.append(status);
  const answer = await sendAct(token, { action, ...(outcome ? { outcome } : {}) });
  for (const one of main.querySelectorAll('button')) one.removeAttribute('aria-disabled');
  status.remove();
  sending = false;
  return answer;
}

function showFailure(answer: Exclude<ActAnswer, { kind: 'ok' }>, again: () => void): void {
  const tryAgain = button(texts.tryAgain, 'primary', again);
  if (answer.kind === 'offline') show(texts.offlineTitle, paragraph(texts.offline), actions(tryAgain));
  else if (answer.kind === 'refused') show(texts.refusedTitle, paragraph(answer.message), actions(tryAgain));
  else {
    const signIn = link(texts.signIn, answer.signInUrl, 'primary button');
    show(texts.goneTitle, paragraph(answer.message), actions(signIn));
  }
}

void open();
