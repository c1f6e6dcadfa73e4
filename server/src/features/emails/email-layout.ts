import { escapeHtml } from '@kinbridge/contract/shared/escape-html';

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
  const links = actions.map(({ label, url }) => `${label}: ${url}`).join('\n');
  const text = [...paragraphs, links, ...notes].filter((part) => part !== '').join('\n\n');
  return { subject, text, html: htmlOf(subject, paragraphs, actions, notes) };
}

/** Adds the HTML part to an email that has only text. A line that is an address becomes a link. */
export function withHtml({ subject, text, html }: EmailText): Required<EmailText> {
  return { subject, text, html: html ?? htmlOf(subject, text.split('\n\n'), [], []) };
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

function htmlOf(subject: string, paragraphs: string[], actions: EmailContent['actions'], notes: string[]): string {
  const paragraph = (text: string) => `<p>${text.split('\n').map(lineOf).join('<br>')}</p>`;
  const button = ({ label, url }: EmailContent['actions'][number], index: number) =>
    `<a class="button${index === 0 ? ' first' : ''}" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body>
<div class="sheet">
<div class="card">
<h1>${escapeHtml(subject)}</h1>
${paragraphs.map(paragraph).join('\n')}
${actions.map(button).join('\n')}
</div>
<div class="notes">
${notes.map(paragraph).join('\n')}
<p>Kinbridge</p>
</div>
</div>
</body>
</html>
`;
}

/** Only whole lines, so that no name within a sentence can become a link. */
function lineOf(line: string): string {
  const text = escapeHtml(line);
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${text}">${text}</a>` : text;
}
