import { type Html, html, joined, trusted } from '@kinbridge/public/html';
import type { AppContext } from '../../app-context.ts';

export interface EmailContent {
  subject: string;
  /** Paragraphs, the first one says what happened. */
  paragraphs: string[];
  /** Links, the most likely one first. */
  actions: { label: string; url: string }[];
  /** Small print. */
  notes?: string[];
}

export interface EmailText {
  subject: string;
  text: string;
  html?: string;
}

/** An email as plain text and as HTML that fits a phone, without pictures or anything else to load. */
export function layOutEmail({ subject, paragraphs, actions, notes = [] }: EmailContent): Required<EmailText> {
  const links = actions.map(({ label, url }) => `${unlinked(label)}: ${url}`).join('\n');
  const text = [...paragraphs.map(unlinked), links, ...notes.map(unlinked)].filter((part) => part !== '').join('\n\n');
  return { subject, text, html: htmlOf(subject, paragraphs.map(toHtml), actions, notes.map(toHtml)) };
}

/** Adds the HTML part to an email that has only text. A line that is one of our addresses becomes a link, no other. */
export function withHtml({ subject, text, html: own }: EmailText, publicUrl: string): Required<EmailText> {
  if (own !== undefined) return { subject, text, html: own };
  const isOurs = (line: string) => line === publicUrl || (line.startsWith(`${publicUrl}/`) && !/\s/.test(line));
  const mapLines = (map: (line: string) => string) => text.split('\n').map(map).join('\n');
  const body = text.split('\n\n').map((part) => {
    const lines = part.split('\n').map((line) => (isOurs(line) ? html`<a href="${line}">${line}</a>` : toHtml(line)));
    return html`${joined(lines, '\n')}`;
  });
  return {
    subject,
    text: mapLines((line) => (isOurs(line) ? line : unlinked(line))),
    html: htmlOf(subject, body, [], []),
  };
}

const toHtml = (text: string) => html`${unlinked(text)}`;

/** Addresses of people stay as they are, because readers compare and copy them. */
const emailAddress = /^[("<]*[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+[)">.,;:]*$/u;

/**
 * Mail programs link whatever looks like an address, also what strangers typed as a name. An invisible character before
 * its dots and colons keeps it a text.
 */
function unlinked(text: string): string {
  return text.replace(/\S+/g, (word) =>
    emailAddress.test(word)
      ? word
      : word.replace(/(?<=[^\d\s])(?=:[\p{L}\p{N}/])|(?<=\S)(?=[.。．｡][\p{L}\p{N}])/gu, '\u200b'),
  );
}

const style = `
body{margin:0;padding:0;background:#f4f2ee;color:#221f1b}
.sheet{max-width:560px;margin:0 auto;padding:24px 16px;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
.card{background:#fff;border:1px solid #dcd8d0;border-radius:12px;padding:20px}
h1{font-size:20px;line-height:1.3;margin:0 0 12px}
p{margin:0 0 12px;overflow-wrap:anywhere}
a{color:#0f635d}
a.button{display:block;margin:12px 0 0;padding:12px 16px;border:1px solid #0f635d;border-radius:8px;background:#fff;color:#0f635d;font-weight:600;text-align:center;text-decoration:none}
a.first{background:#0f635d;color:#fff}
.notes{color:#67625a;font-size:14px;padding:16px 4px 0}
@media (prefers-color-scheme:dark){
body{background:#161513;color:#e4e1db}
.card{background:#1e1d1b;border-color:#35332f}
a{color:#7fc3ba}
a.button{background:#1e1d1b;color:#7fc3ba;border-color:#7fc3ba}
a.first{background:#187870;color:#fff;border-color:#187870}
.notes{color:#a6a198}
}`;

function htmlOf(subject: string, paragraphs: Html[], actions: EmailContent['actions'], notes: Html[]): string {
  const paragraph = (content: Html) => html`<p>${trusted(content.text.replaceAll('\n', '<br>'))}</p>`;
  const button = ({ label, url }: EmailContent['actions'][number], index: number) =>
    html`<a class="button${index === 0 && ' first'}" href="${url}">${toHtml(label)}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${trusted(style)}</style>
</head>
<body>
<div class="sheet">
<div class="card">
<h1>${toHtml(subject)}</h1>
${joined(paragraphs.map(paragraph), '\n')}
${joined(actions.map(button), '\n')}
</div>
<div class="notes">
${joined(notes.map(paragraph), '\n')}
<p>Kinbridge</p>
</div>
</div>
</body>
</html>
`.text;
}

/** An id that the email was queued with. */
export function idIn(payload: Record<string, number>, name: string): number {
  const id = payload[name];
  if (id === undefined) throw new Error(`The email has no ${name}.`);
  return id;
}

/** The text of each kind of email, written when it is sent. Null if it is no longer needed. */
export type EmailTexts = Record<
  string,
  (app: AppContext, email: { userId: number; to: string; payload: Record<string, number> }) => Promise<EmailText | null>
>;
