import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from '../../server/src/db/sql.ts';
import { findFreePort } from '../../server/src/embedded-postgres/free-port.ts';
import { buildOrganization, buildSignedIn } from '../../server/src/testing/build.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { until } from '../../server/src/testing/until.ts';
import { listens } from '../behind-proxy/folder.ts';
import { packageVersion } from '../packages.ts';
import { check, type Part } from '../part.ts';
import { type Program, startProgram } from '../program.ts';

/** Postfix's own parent process, because `postfix start-fg` leaves it running when it is stopped. */
const master = '/usr/lib/postfix/sbin/master';
const domain = 'clinic.example';

/** Debian's Postfix with mailboxes of one domain, which accepts an email, defers one, and knows no other mailbox. */
export const postfix: Part = {
  name: 'postfix',
  packages: ['postfix'],
  async run() {
    const server = await prepare();
    const program = await server.start();
    const portal = await startTestApp({ EMAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${server.port}` });
    try {
      return await checks(portal, server);
    } finally {
      await portal.close();
      await program.stop();
      await server.stop();
    }
  },
};

async function checks(portal: TestApp, server: MailServer) {
  const software = { software: 'Postfix', version: packageVersion('postfix') };
  const { id: organizationId } = await buildOrganization(portal);
  const admin = await buildSignedIn(portal, organizationId, { userType: 'ADMIN' });
  const person = (name: string) => buildSignedIn(portal, organizationId, { email: name });
  const refusedFor = async (id: number) => {
    const { body } = await portal.call('GET /v1/users/{id}', { params: { id }, token: admin.token });
    return body.refusedEmail;
  };
  return [
    await check(software, 'an email arrives, with its headers', async () => {
      const { email } = await person(`ada@${domain}`);
      await askForCode(portal, email);
      expect(await lastEmail(portal, email), { state: 'sent', last_error: null });
      const [source = ''] = await server.mailbox('ada', 1);
      for (const header of [/^Auto-Submitted: auto-generated$/m, /^Message-ID: <\d+\.[^@]+@[^>]+>$/im]) {
        if (!header.test(source)) throw new Error(`It has no ${header}:\n${source}`);
      }
    }),
    await check(software, 'an email that is deferred (450) is tried again and arrives once', async () => {
      const { id, email } = await person(`grey@${domain}`);
      await askForCode(portal, email);
      expect(await lastEmail(portal, email), { state: 'failed', last_error: 'EENVELOPE' });
      expect(await refusedFor(id), undefined);
      await sql`update graphile_worker._private_jobs set run_at = now()`.run(portal.app.db);
      await portal.runJobs();
      expect(await lastEmail(portal, email), { state: 'sent', last_error: null });
      await server.mailbox('grey', 1);
    }),
    await check(software, 'an unknown mailbox (550) is tried once, and admins see it', async () => {
      const { id, email } = await person(`nobody@${domain}`);
      await askForCode(portal, email);
      expect(await lastEmail(portal, email), { state: 'failed', last_error: 'refused: 550 5.1.1' });
      expect(await waitingJobs(portal), 0);
      expect(await refusedFor(id), email);
    }),
    await check(
      software,
      'a server that relays for nobody (554) is tried again, and no address is blamed',
      async () => {
        const { id, email } = await person('ada@elsewhere.example');
        await askForCode(portal, email);
        expect(await lastEmail(portal, email), { state: 'failed', last_error: 'EENVELOPE' });
        expect(await waitingJobs(portal), 1);
        expect(await refusedFor(id), undefined);
        const answers = await server.log();
        if (!answers.includes('554 5.7.1')) throw new Error(`Postfix answered otherwise: ${answers}`);
      },
    ),
  ];
}

function expect(found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    throw new Error(`It is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}.`);
  }
}

async function askForCode(portal: TestApp, email: string): Promise<void> {
  await portal.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
  await portal.runJobs();
}

function lastEmail({ app }: TestApp, to: string) {
  return sql<{ state: string; last_error: string | null }>`
    select state, last_error from emails where to_address = ${to} order by id desc limit 1`.maybeOne(app.db);
}

async function waitingJobs({ app }: TestApp): Promise<number> {
  const { count } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker.jobs where task_identifier = 'send-email'`.one(app.db);
  return count;
}

interface MailServer {
  port: number;
  start(): Promise<Program>;
  /** The emails in a mailbox, once there are so many. */
  mailbox(name: string, count: number): Promise<string[]>;
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** Defers the first attempt for one mailbox, in the protocol by which programs such as Postgrey tell Postfix. */
async function startGreylist(): Promise<Server> {
  let deferred = false;
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += String(chunk);
      if (!text.endsWith('\n\n')) return;
      const defers = !deferred && text.includes(`recipient=grey@${domain}`);
      deferred ||= defers;
      text = '';
      socket.write(`action=${defers ? '450 4.2.0 Greylisted' : 'DUNNO'}\n\n`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Queue, settings and mailboxes are in a temporary folder, which Postfix's own accounts must reach. */
async function prepare(): Promise<MailServer> {
  // The run's own temporary folder is closed to other accounts.
  const folder = await mkdtemp('/tmp/kinbridge-postfix-');
  await chmod(folder, 0o711);
  const [config, queue, data, mail] = ['config', 'queue', 'data', 'mail'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [config, queue, data, mail]) await mkdir(path, { mode: 0o755 });
  // The account of Debian's package owns its folder.
  const { uid, gid } = await stat('/var/lib/postfix');
  for (const path of [data, mail]) await chown(path, uid, gid);
  const port = await findFreePort();
  // Postfix can't open its output, which is a socket.
  const log = join(data, 'mail.log');
  const greylist = await startGreylist();
  const policyPort = (greylist.address() as AddressInfo).port;
  await writeFile(join(config, 'main.cf'), mainSettings({ queue, data, log, mail, policyPort, uid, gid }));
  await writeFile(join(config, 'master.cf'), services(port));
  return {
    port,
    async start() {
      // Makes the queue's folders.
      await promisify(execFile)('/usr/sbin/postfix', ['-c', config, 'check'], { timeout: 60_000 });
      return startProgram(master, ['-c', config, '-s'], { ready: () => listens(port) });
    },
    async mailbox(name, count) {
      const inbox = join(mail, name, 'new');
      await until(async () => (await readdir(inbox).catch(() => [])).length >= count);
      const files = await readdir(inbox);
      expect(files.length, count);
      return Promise.all(files.map((file) => readFile(join(inbox, file), 'utf8')));
    },
    log: () => readFile(log, 'utf8'),
    async stop() {
      greylist.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const mainSettings = (at: {
  queue: string;
  data: string;
  log: string;
  mail: string;
  policyPort: number;
  uid: number;
  gid: number;
}) => `
compatibility_level = 3.6
queue_directory = ${at.queue}
data_directory = ${at.data}
maillog_file = ${at.log}
maillog_file_prefixes = ${at.log}
myhostname = mail.${domain}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
mydestination =
alias_maps =
virtual_mailbox_domains = ${domain}
virtual_mailbox_base = ${at.mail}
virtual_mailbox_maps = inline:{ ada@${domain}=ada/, grey@${domain}=grey/ }
virtual_minimum_uid = 1
virtual_uid_maps = static:${at.uid}
virtual_gid_maps = static:${at.gid}
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions = check_policy_service inet:127.0.0.1:${at.policyPort}
`;

/** No service is in a chroot. */
const services = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;
