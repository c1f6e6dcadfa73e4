import '@fontsource-variable/figtree/wght.css';
import 'virtual:theme-variables.css';
import '@kinbridge/public/styles/act.css';
import {
  type ActScreen,
  acceptedScreen,
  confirmedScreen,
  declinedScreen,
  declineScreen,
  goneScreen,
  loadingScreen,
  offlineScreen,
  type RequestAct,
  refusedScreen,
  requestScreen,
  type ServiceAct,
  sendingHtml,
  serviceScreen,
} from '@kinbridge/public/act/act-screens';
import { html } from '@kinbridge/public/html';
import { type ActAnswer, readAct, sendAct } from './act-calls.ts';
import { readDeclineForm } from './decline-form.ts';

const token = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const main = document.getElementById('act') ?? document.body;

/** Replaces the page's content. Focus moves to the heading, so that screen readers read on from there. */
function show({ title, body }: ActScreen, presses: Record<string, () => void> = {}): void {
  main.innerHTML = html`<h1 tabindex="-1">${title}</h1>${body}`.text;
  main.removeAttribute('aria-busy');
  document.title = `${title} · Kinbridge`;
  for (const [name, press] of Object.entries(presses)) {
    main.querySelector(`[data-press="${name}"]`)?.addEventListener('click', press);
  }
  main.querySelector('h1')?.focus();
}

async function open(): Promise<void> {
  show(loadingScreen);
  const answer = await readAct(token);
  if (answer.kind !== 'ok') return showFailure(answer, () => void open());
  if (!('patient' in answer.act)) return showService(answer.act);
  if (new URLSearchParams(location.search).get('action') === 'decline') showDecline(answer.act);
  else showRequest(answer.act);
}

function showRequest(act: RequestAct): void {
  const accept = () => press({ action: 'accept' }, acceptedScreen(act), () => showRequest(act));
  show(requestScreen(act), { accept, decline: () => showDecline(act) });
}

function showDecline(act: RequestAct, typed = { code: '', note: '' }): void {
  show(declineScreen(act, typed), { back: () => showRequest(act) });
  readDeclineForm(main.querySelector('form') as HTMLFormElement, (reason) => {
    const { code } = reason;
    const note = reason.note.trim();
    const outcome = note === '' ? { code } : { code, note };
    // What was typed stays.
    void press({ action: 'decline', outcome }, declinedScreen(act), () => showDecline(act, reason));
  });
}

function showService(act: ServiceAct): void {
  const confirm = () => press({ action: 'confirm' }, confirmedScreen(act), () => showService(act));
  show(serviceScreen(act), { confirm });
}

let sending = false;

/** Sends what was pressed, once, and shows that it is done or why not. `again` leads back. */
async function press(body: object, done: ActScreen, again: () => void): Promise<void> {
  if (sending) return;
  sending = true;
  main.setAttribute('aria-busy', 'true');
  for (const button of main.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true');
  main.insertAdjacentHTML('beforeend', sendingHtml.text);
  const answer = await sendAct(token, body);
  sending = false;
  if (answer.kind === 'ok') show(done);
  else showFailure(answer, again);
}

function showFailure(answer: Exclude<ActAnswer, { kind: 'ok' }>, again: () => void): void {
  if (answer.kind === 'offline') show(offlineScreen(), { again });
  else if (answer.kind === 'refused') show(refusedScreen(answer.message), { again });
  else show(goneScreen(answer.message, answer.signInUrl));
}

void open();
