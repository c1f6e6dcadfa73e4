import { notifyError, notifySuccess } from './notices.tsx';

interface CopyTexts {
  copied: string;
  notCopied: string;
  /** Selected if copying fails. */
  field?: HTMLInputElement | null;
}

/** Copies a text and says so. Pages without TLS can't write to the clipboard. */
export async function copyText(text: string, { copied, notCopied, field }: CopyTexts): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(copied);
  } catch {
    notifyError(notCopied);
    field?.select();
  }
}
