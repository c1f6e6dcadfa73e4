/** Posts a text to the operator's chat, or throws. */
export interface SupportChat {
  /** False if no chat is configured; questions are then stored for the operator. */
  readonly configured: boolean;
  post(text: string): Promise<void>;
}

/** A chat with the common `{ text }` webhook. */
export class WebhookSupportChat implements SupportChat {
  constructor(
    private readonly url: string | undefined,
    private readonly timeoutMs = 10_000,
  ) {}

  get configured(): boolean {
    return this.url !== undefined;
  }

  async post(text: string): Promise<void> {
    if (!this.url) return;
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      redirect: 'error',
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the chat answered ${response.status}`);
  }
}
