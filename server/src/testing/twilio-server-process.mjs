/**
 * A server in the shape of Twilio's REST API, as a process of its own. What it does with a message is
 * written in the message: 'refuse', 'error', 'busy', 'slow' and 'cut' as its first word. It tells its
 * parent of every message that reached it.
 */
import { createServer } from 'node:http';

let count = 0;
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const authorized = request.headers.authorization === `Basic ${Buffer.from('AC1:token').toString('base64')}`;
    process.send?.({ path: request.url, form, authorized });
    answer(response, form, authorized);
  });
});

function answer(response, form, authorized) {
  const send = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (!authorized) return send(401, { code: 20003, message: 'Authenticate' });
  const [word] = (form.Body ?? '').split(' ');
  if (word === 'refuse') return send(400, { code: 21211, message: 'Invalid To' });
  if (word === 'error') return send(500, { code: 20500 });
  if (word === 'busy') return send(429, { code: 20429 });
  if (word === 'slow') return undefined;
  if (word === 'cut') {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
    return response.write('{"sid"', () => response.destroy());
  }
  count += 1;
  return send(201, { sid: `SM${count}`, status: 'queued' });
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
