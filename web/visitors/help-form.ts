import { fetchPage } from './fetch-page.ts';

/** Sends the form once, without losing what was typed when the network drops. */
export function enhanceHelpForm(): void {
  const form = document.getElementById('help');
  if (!(form instanceof HTMLFormElement)) return;
  let sending = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    const send = form.querySelector('button');
    send?.setAttribute('aria-disabled', 'true');
    const body = new URLSearchParams(new FormData(form) as never);
    const answer = await fetchPage(form.action, { method: 'POST', body });
    sending = false;
    send?.removeAttribute('aria-disabled');
    const section = answer?.page.getElementById('ask');
    const message = document.getElementById('help-message');
    if (!answer || !section) {
      if (message) message.textContent = form.dataset.offline ?? '';
      message?.scrollIntoView({ block: 'center' });
      return;
    }
    document.getElementById('ask')?.replaceWith(section);
    enhanceHelpForm();
    const first = section.querySelector<HTMLElement>('[aria-invalid="true"]') ?? section.querySelector('h2');
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  });
}
