import type { Anchor, AnchorPlace } from './anchor-place.ts';

/** An operator's webhook that receives each anchor as JSON. */
export class UrlAnchorPlace implements AnchorPlace {
  readonly name: string;

  constructor(private readonly url: string) {
    // A URL may contain a password or token.
    this.name = new URL(url).origin;
  }

  async write(anchor: Anchor): Promise<void> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(anchor),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the address answered ${response.status}`);
  }

  async read(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {}
}
