export interface Page {
  url: URL;
  text: string;
}

export interface Form {
  action: URL;
  fields: Record<string, string>;
}

/** A browser that keeps cookies, follows redirects and sends forms. It runs no scripts. */
export class FormBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #home: string;

  /** It stops at this origin, whose pages the caller opens. */
  constructor(home: string) {
    this.#home = new URL(home).origin;
  }

  async open(address: string | URL, fields?: Record<string, string>): Promise<Page> {
    let url = new URL(address);
    let body = fields && new URLSearchParams(fields);
    for (let hops = 0; hops < 20; hops++) {
      if (url.origin === this.#home) return { url, text: '' };
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: { cookie: this.#cookieHeader(url), accept: 'text/html' },
        redirect: 'manual',
        ...(body && { body }),
      });
      this.#keepCookies(url, response);
      const location = response.headers.get('location');
      const text = await response.text();
      if (location === null) {
        if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}: ${text.slice(0, 300)}`);
        return { url, text };
      }
      url = new URL(location, url);
      body = undefined;
    }
    throw new Error(`${url.href} redirects without end.`);
  }

  async submit({ action, fields }: Form, more: Record<string, string> = {}): Promise<Page> {
    return this.open(action, { ...fields, ...more });
  }

  #cookieHeader(url: URL): string {
    return [...(this.#cookies.get(url.origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keepCookies(url: URL, response: Response): void {
    const own = this.#cookies.get(url.origin) ?? new Map<string, string>();
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      own.set(name, value);
    }
    this.#cookies.set(url.origin, own);
  }
}

/** The first form of a page with this field. */
export function formWith(field: string, { url, text }: Page): Form | null {
  for (const [, attributes = '', inner = ''] of text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
    const inputs = [...inner.matchAll(/<input\b([^>]*)>/gs)].map(([, each = '']) => each);
    const fields = Object.fromEntries(
      inputs.flatMap((input) => {
        const name = attribute('name', input);
        return name && attribute('type', input) !== 'checkbox' ? [[name, attribute('value', input)]] : [];
      }),
    );
    if (field in fields) return { action: new URL(attribute('action', attributes) || url, url), fields };
  }
  return null;
}

function attribute(name: string, tag: string): string {
  const [, , value = ''] = new RegExp(`\\b${name}=(["'])(.*?)\\1`, 's').exec(tag) ?? [];
  return value
    .replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
