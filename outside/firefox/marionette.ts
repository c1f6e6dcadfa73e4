import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '../../server/src/testing/until.ts';

/** How WebDriver marks an element in JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

type Reply = [type: 1, id: number, error: { message: string } | null, result: unknown];

/**
 * Drives a Firefox that was started with `--marionette`: WebDriver's commands as JSON over TCP, each message after its
 * length and a colon. Firefox's own protocol, since no driver for it is among our packages.
 */
export class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();
  #received = Buffer.alloc(0);
  #id = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox ended.'));
    });
  }

  static async open(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const browser = new Marionette(socket);
    await browser.#command('NewSession', {});
    await browser.wait(60_000);
    return browser;
  }

  /** Elements that a command names from now on are waited for this long. */
  async wait(patienceMs: number): Promise<void> {
    await this.#command('SetTimeouts', { implicit: patienceMs });
  }

  async goto(url: string): Promise<void> {
    await this.#command('Navigate', { url });
  }

  /** Once it no longer moves: before, another element is where it was. */
  async click(xpath: string): Promise<void> {
    await until(async () => {
      const id = await this.find(xpath);
      const clicked = this.#command('ElementClick', { id }).then(() => true);
      return clicked.catch((error: Error) => {
        if (error.message.includes('obscures it')) return false;
        throw error;
      });
    });
  }

  async type(xpath: string, text: string): Promise<void> {
    await this.#command('ElementSendKeys', { id: await this.find(xpath), text });
  }

  /** The id of the first element; throws if it doesn't appear in time. */
  async find(xpath: string): Promise<string> {
    const found = this.#command('FindElement', { using: 'xpath', value: xpath });
    const { value } = (await found.catch(async ({ message }: Error) => {
      throw new Error(`${message} on a page with: ${await this.run('return document.body.innerText')}`);
    })) as { value: Record<string, string> };
    return value[elementKey] ?? '';
  }

  async run(script: string): Promise<unknown> {
    return ((await this.#command('ExecuteScript', { script, args: [] })) as { value: unknown }).value;
  }

  close(): void {
    this.#socket.destroy();
  }

  async #command(name: string, params: object): Promise<unknown> {
    const id = ++this.#id;
    const reply = new Promise<Reply>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const message = JSON.stringify([0, id, `WebDriver:${name}`, params]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    const [, , error, result] = await reply;
    if (error) throw new Error(error.message);
    return result;
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end).toString()) as Reply | object;
      this.#received = this.#received.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) this.#waiting.get(message[1])?.resolve(message as Reply);
    }
  }
}
