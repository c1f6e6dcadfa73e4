import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen } from './listen.ts';

export const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/** A service of leaked passwords, on this machine. Each range also has padding, with a count of 0. */
export async function startBreachService(leaked: { password: string; count: number }[]) {
  const requests: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  /** Replaces the range; null never answers. */
  const answer: { next: { status: number; text: string } | null | undefined } = { next: undefined };
  const server = createServer((request, response) => {
    requests.push({ url: request.url, headers: request.headers });
    const { next } = answer;
    answer.next = undefined;
    if (next === null) return;
    const range = request.url?.split('/').at(-1) ?? '';
    const found = leaked.filter(({ password }) => sha1(password).startsWith(range));
    const lines = found.map(({ password, count }) => `${sha1(password).slice(5)}:${count}\r\n`);
    response.statusCode = next?.status ?? 200;
    response.end(next?.text ?? [`${'0'.repeat(35)}:0\r\n`, ...lines].join(''));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/passwords`,
    requests,
    answer,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
