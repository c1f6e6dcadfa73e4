import { connect, type Socket } from 'node:net';

/** A keep-alive connection that writes raw bytes, so tests can send what no HTTP client would. */
export class RawConnection {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #ended = false;
  #failure: Error | null = null;
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    // Paused, like a client that reads nothing until everything is sent.
    this.socket.pause();
    this.socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    this.socket.on('end', () => {
      this.#ended = true;
      this.#wake();
    });
    this.socket.on('error', (error) => {
      this.#failure = error;
      this.#wake();
    });
  }

  /** Resolves when the server has received every byte. */
  async send(...pieces: (string | Buffer)[]): Promise<void> {
    for (const piece of pieces) {
      await new Promise<void>((resolve, reject) => {
        this.socket.write(piece, (error) => (error ? reject(error) : resolve()));
      });
    }
  }

  /** The next final response; interim ones are skipped. */
  async answer(method = 'POST'): Promise<{ status: number; head: string; body: string }> {
    this.socket.resume();
    for (;;) {
      const headEnd = this.#received.indexOf('\r\n\r\n');
      if (headEnd >= 0) {
        const head = this.#received.subarray(0, headEnd).toString('latin1').toLowerCase();
        const status = Number(head.slice(9, 12));
        const length = status < 200 || method === 'HEAD' ? 0 : Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
        const end = headEnd + 4 + length;
        if (this.#received.length >= end) {
          const body = this.#received.subarray(headEnd + 4, end).toString('utf8');
          this.#received = this.#received.subarray(end);
          if (status >= 200) return { status, head, body };
          continue;
        }
      }
      await this.#more();
    }
  }

  /** Resolves when the server closes the connection; rejects when it resets it. */
  async closed(): Promise<void> {
    this.socket.resume();
    while (!this.#ended) await this.#more();
  }

  destroy(): void {
    this.socket.destroy();
  }

  #more(): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#ended) throw new Error('the connection was closed before an answer arrived');
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
