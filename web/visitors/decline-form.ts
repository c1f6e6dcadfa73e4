import { actTexts } from '@kinbridge/public/act/act.texts';
import type { TypedReason } from '@kinbridge/public/act/act-screens';

const texts = actTexts.en;
const maxNote = 500;

/** Calls `send` with the reason to decline once it is complete, and shows errors beside the fields until then. */
export function readDeclineForm(form: HTMLFormElement, send: (reason: TypedReason) => void): void {
  const [error, noteError] = form.querySelectorAll<HTMLElement>('.error');
  const note = form.querySelector('textarea') as HTMLTextAreaElement;
  const complain = (code: string, problem: string) => {
    setText(error, code);
    setText(noteError, problem);
    note.setAttribute('aria-invalid', String(problem !== ''));
  };
  const chosen = () => String(new FormData(form).get('code') ?? '');
  const tooLong = () => (note.value.trim().length > maxNote ? texts.noteTooLong(maxNote) : '');
  form.addEventListener('input', () => complain(chosen() ? '' : (error?.textContent ?? ''), tooLong()));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const code = chosen();
    const problem = code === 'OTHER' && note.value.trim() === '' ? texts.noteMissing : tooLong();
    complain(code ? '' : texts.reasonMissing, problem);
    if (!code) form.querySelector('input')?.focus();
    else if (problem) note.focus();
    else send({ code, note: note.value });
  });
}

/** Only when it differs, so that screen readers say it once. */
function setText(element: HTMLElement | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
