import { html } from '../html.ts';
import { brandHtml, kinbridgePage, type Message, messageHtml, type PageAssets } from '../page.ts';
import { errorTexts } from './error.texts.ts';

const texts = errorTexts.en;

/** Tells a person in the browser what went wrong. */
export function errorPage(text: string, assets: PageAssets): string {
  return messagePage({ title: texts.title, text }, assets);
}

/** Tells a person in the browser why they weren't signed in. */
export function signInErrorPage(text: string, assets: PageAssets): string {
  const link = { href: '/login', label: texts.backToSignIn };
  return messagePage({ title: texts.signInTitle, text, link }, assets);
}

function messagePage(message: Message, assets: PageAssets): string {
  const body = html`${brandHtml}
${messageHtml(message)}`;
  return kinbridgePage({ title: message.title, body, assets: { ...assets, script: null } });
}
