/**
 * A Twilio-compatible server process. A message's first word decides the response: 'refuse', 'error', 'busy', 'slow',
 * 'drop' or 'cut'. The parent can send one of these words for all messages, 'down' to stop listening, and 'well' to
 * return to normal. Reports every received message to its parent.
 */
import { createServer } from 'node:http';

let count = 0;
let mode = 'well';
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
  const [word] = mode === 'well' ? (form.Body ?? '').split(' ') : [mode];
  if (word === 'refuse') return send(400, { code: 21211, message: 'Invalid To' });
  if (word === 'error') return send(500, { code: 20500 });
  if (word === 'busy') {
    response.setHeader('retry-after', '7');
    return send(429, { code: 20429 });
  }
  if (word === 'drop') return response.destroy();
  if (word === 'slow') return undefined;
  if (word === 'cut') {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
    return response.write('{"sid"', () => response.destroy());
  }
  count += 1;
  return send(201, { sid: `SM${count}`, status: 'queued' });
}

let port = 0;
const listen = (done) =>
  server.listen(port, '127.0.0.1', () => {
    port = server.address().port;
    done();
  });
process.on('message', (message) => {
  if (message === 'seen') return;
  const { behave = mode } = message;
  const done = () => process.send?.('done');
  const wasDown = mode === 'down';
  mode = behave;
  if (behave === 'down' && !wasDown) {
    server.close(done);
    server.closeAllConnections();
  } else if (wasDown && behave !== 'down') listen(done);
  else done();
});
listen(() => process.send?.({ port }));
process.on('disconnect', () => process.exit(0));
