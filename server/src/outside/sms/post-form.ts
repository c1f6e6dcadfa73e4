import http from 'node:http';
import https from 'node:https';

export interface FormAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** There was no answer. `sent` is true if the request may have been sent before the connection failed. */
export class PostFailure extends Error {
  constructor(
    readonly sent: boolean,
    readonly code: string,
  ) {
    super(code);
  }
}

const maxAnswerBytes = 64 * 1024;
/** One connection per text: on a kept-alive connection that the server is closing, delivery would be uncertain. */
const agents = { http: new http.Agent({ keepAlive: false }), https: new https.Agent({ keepAlive: false }) };

/** Posts a form. fetch doesn't tell whether a connection failed before or after the request was sent. */
export function postForm(
  url: URL,
  form: URLSearchParams,
  options: { authorization: string; timeoutMs: number },
): Promise<FormAnswer> {
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const body = form.toString();
    const request = (secure ? https : http).request(url, {
      method: 'POST',
      agent: secure ? agents.https : agents.http,
      headers: {
        authorization: options.authorization,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
      },
    });
    let connected = false;
    let answer: Pick<FormAnswer, 'status' | 'headers'> | undefined;
    const chunks: Buffer[] = [];
    const deadline = setTimeout(() => end('ETIMEDOUT'), options.timeoutMs);
    /** Gets an error code if the connection broke. The status of a refusal is enough, even if its body is cut off. */
    const end = (broken: string | null) => {
      clearTimeout(deadline);
      if (answer && (broken === null || answer.status >= 400)) {
        resolve({ ...answer, body: Buffer.concat(chunks).toString() });
      } else reject(new PostFailure(connected, broken ?? 'no answer'));
      if (broken !== null) request.destroy();
    };
    request.on('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.name));
    request.on('response', (response) => {
      answer = { status: response.statusCode ?? 0, headers: response.headers };
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxAnswerBytes) end('too large');
        else chunks.push(chunk);
      });
      response.on('end', () => end(null));
      response.on('error', () => end('ECONNRESET'));
    });
    request.end(body);
  });
}
