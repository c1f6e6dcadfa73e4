/** HTML that is safe to send: made by `html`, which escapes everything it is given that isn't HTML itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Lists are joined; what is missing or false is left out. */
export type Part = Html | string | number | false | null | undefined | readonly Part[];

/** A template of HTML. What stands in it is text, or HTML from another template. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + written(parts[index - 1]) + string));
}

/** HTML from elsewhere: a style sheet of our own, or a text that was escaped already. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** Parts with something between them. */
export function joined(parts: readonly Part[], between: Html | string): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]));
}

/** Attributes stand in double quotes, so an apostrophe may stay. */
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(written).join('');
  return part === false || part === null || part === undefined
    ? ''
    : String(part).replace(/[&<>"]/g, (char) => entities[char] ?? char);
}
