// A mail server as a process of its own: tells its parent its port, then every message it was given.
// The local part of a recipient decides the answer: `busy` is refused for now, `nobody` for good.
import { SMTPServer } from 'smtp-server';

const { port, secure, startTls, key, cert, login } = JSON.parse(process.argv[2] ?? '{}');

const answers = { busy: [451, 'The mailbox is busy'], nobody: [550, 'There is no such mailbox'] };

const server = new SMTPServer({
  secure,
  ...(key ? { key, cert } : {}),
  hideSTARTTLS: !startTls,
  // A login over a connection that anybody can read is not even offered.
  allowInsecureAuth: false,
  authOptional: !login,
  disableReverseLookup: true,
  logger: false,
  onAuth({ username, password }, _session, done) {
    const right = login && username === login.user && password === login.password;
    done(right ? null : new Error('Invalid login'), right ? { user: username } : undefined);
  },
  onRcptTo({ address }, _session, done) {
    const [code, text] = answers[address.split('@')[0]] ?? [];
    done(code ? Object.assign(new Error(`${text}: ${address}`), { responseCode: code }) : null);
  },
  onData(stream, session, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      process.send?.({
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        to: session.envelope.rcptTo.map(({ address }) => address),
        encrypted: session.secure,
        user: session.user ?? null,
        source: Buffer.concat(chunks).toString('utf8'),
      });
      // The sender hears that it arrived only once the test can see it.
      process.once('message', () => done());
    });
  },
});

server.on('error', () => undefined);
// An orphan would keep its port: without the parent there is nobody to serve.
process.on('disconnect', () => process.exit());
server.listen(port ?? 0, '127.0.0.1', () => process.send?.({ port: server.server.address().port }));
