// A mail server process that reports its port and then every received message to its parent. The local part of a
// recipient decides the answer: `busy` is refused temporarily, `nobody` permanently, `rcpt-550-5.2.1-Text` with that
// answer, and `data-...` with that answer to the message.
import { SMTPServer } from 'smtp-server';

const { port, secure, startTls, key, cert, login } = JSON.parse(process.argv[2] ?? '{}');

const answers = { busy: [451, 'The mailbox is busy'], nobody: [550, 'There is no such mailbox'] };

/** The error that the recipient asks for in this phase, or null. */
function refusalOf(address, phase) {
  const local = address.split('@')[0];
  const [, code, text] = new RegExp(`^${phase}-(\\d{3})-?(.*)$`).exec(local) ?? [];
  if (!code) return null;
  return Object.assign(new Error(text.replaceAll('-', ' ') || 'No'), { responseCode: Number(code) });
}

const server = new SMTPServer({
  hideENHANCEDSTATUSCODES: true,
  secure,
  ...(key ? { key, cert } : {}),
  hideSTARTTLS: !startTls,
  // No login is offered without TLS.
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
    done(code ? Object.assign(new Error(`${text}: ${address}`), { responseCode: code }) : refusalOf(address, 'rcpt'));
  },
  onData(stream, session, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      const refusal = refusalOf(session.envelope.rcptTo[0].address, 'data');
      if (refusal) return done(refusal);
      process.send?.({
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        to: session.envelope.rcptTo.map(({ address }) => address),
        encrypted: session.secure,
        user: session.user ?? null,
        source: Buffer.concat(chunks).toString('utf8'),
      });
      // Acknowledge only once the test can see the message.
      process.once('message', () => done());
    });
  },
});

server.on('error', () => undefined);
// An orphan would keep its port.
process.on('disconnect', () => process.exit());
server.listen(port ?? 0, '127.0.0.1', () => process.send?.({ port: server.server.address().port }));
