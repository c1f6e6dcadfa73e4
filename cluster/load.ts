/** A bounded mix of reads and writes, with a ledger of what was acknowledged. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Client } from './client.ts';
import { markPrefix } from './found.ts';
import type { Write } from './verify.ts';

const writers = 6;
const readers = 2;
const thinkMs = 60;

export class Load {
  readonly writes: Write[] = [];
  readonly writeTimes: number[] = [];
  readonly readTimes: number[] = [];
  /** Answers that no fault excuses, one sentence each. */
  readonly surprises: string[] = [];
  #serviceId = 0;
  #count = 0;
  #isRunning = false;
  #loops: Promise<void>[] = [];

  constructor(private readonly client: Client) {}

  async prepare(): Promise<void> {
    await this.client.token();
    const path = `${this.#organization}/services`;
    const services = await this.client.send({ method: 'GET', path });
    this.#serviceId = services?.body[0].id;
  }

  start(): void {
    this.#isRunning = true;
    this.#loops = [
      ...Array.from({ length: writers }, () => this.#repeat(() => this.#work())),
      ...Array.from({ length: readers }, () => this.#repeat(() => this.#look())),
    ];
  }

  /** Waits until every call has its answer. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#loops);
  }

  /** Creates one request outside the mix; its id. */
  async createOne(): Promise<number> {
    const created = await this.#create();
    return created?.id ?? 0;
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (this.#isRunning) await work();
  }

  /** One request from its creation to its second move, like a case worker's hour. */
  async #work(): Promise<void> {
    const request = await this.#create();
    if (!request) return;
    const { id, mark, memberId } = request;
    await this.#think();
    await this.#write({ kind: 'comment', mark }, (key) => ({
      path: '/v1/notes',
      form: { note: { serviceRequestId: id, content: mark } },
      key,
    }));
    await this.#think();
    let version: number | undefined = request.version;
    for (const status of ['OPEN', 'IN_PROGRESS']) {
      if (!this.#isRunning || version === undefined) return;
      version = await this.#move({ id, mark, version }, status);
      await this.#think();
    }
    const text = { path: `/v1/users/${memberId}/messages`, json: { message: mark } };
    await this.#write({ kind: 'text', mark }, (key) => ({ ...text, key }));
  }

  async #create() {
    const n = ++this.#count;
    const mark = `${markPrefix} ${n} ${randomUUID().slice(0, 8)}`;
    const patient = { firstName: 'Pat', lastName: `Cluster${n}`, phoneNumber: `+1616${2_000_000 + n}` };
    const serviceRequest = {
      organizationId: this.client.organizationId,
      serviceId: this.#serviceId,
      description: mark,
      patient,
    };
    const text: Write = { kind: 'text of a request', mark, isAcknowledged: false };
    const answer = await this.#write({ kind: 'request', mark }, (key) => ({
      path: '/v1/service-requests',
      form: { serviceRequest },
      key,
    }));
    this.writes.push(text);
    if (!answer) return null;
    text.isAcknowledged = true;
    const { id, version, patient: member } = answer.body;
    return { id: id as number, version: version as number, memberId: member.id as number, mark };
  }

  async #write(
    write: Pick<Write, 'kind' | 'mark'>,
    call: (key: string) => Parameters<Client['send']>[0],
  ): Promise<Answer | null> {
    const entry: Write = { ...write, isAcknowledged: false };
    this.writes.push(entry);
    const answer = await this.client.send(call(randomUUID()));
    if (!answer || answer.status > 299) {
      this.#surprise(`${write.kind} ${write.mark}`, answer);
      return null;
    }
    entry.isAcknowledged = true;
    // Texts answer the message, whose id the row has too.
    if (typeof answer.body.id === 'number') entry.id = answer.body.id;
    this.writeTimes.push(Date.now());
    return answer;
  }

  /** A move has no key: if an earlier try succeeded unheard, the answer is 409 with the request as it is now. */
  async #move(
    { id, mark, version }: { id: number; mark: string; version: number },
    status: string,
  ): Promise<number | undefined> {
    const entry: Write = { kind: 'move', mark: `${mark} to ${status}`, isAcknowledged: false };
    this.writes.push(entry);
    const path = `/v1/service-requests/${id}/transition/${status}`;
    const answer = await this.client.send({ path, json: { version } });
    const moved = answer?.status === 409 && answer.tries > 1 ? answer.body.current : answer?.body;
    if (!answer || moved?.status !== status) {
      this.#surprise(entry.mark, answer);
      return undefined;
    }
    entry.isAcknowledged = true;
    this.writeTimes.push(Date.now());
    // A person reads their own writes.
    const read = await this.#read(`/v1/service-requests/${id}`);
    if (read && read.body.version < moved.version) this.surprises.push(`${entry.mark} was read as it was before`);
    await this.#findInLog(id, entry.mark, status);
    return moved.version;
  }

  /** The audit log may come from a replica, but never without the person's own change. */
  async #findInLog(id: number, mark: string, status: string): Promise<void> {
    const entries = `entityType=service-request&entityId=${id}&action=service-request.move&size=1`;
    const read = await this.#read(`${this.#organization}/audit?${entries}`);
    if (read && read.body.content[0]?.detail.to !== status) this.surprises.push(`${mark} isn't in the audit log yet`);
  }

  get #organization(): string {
    return `/v1/organizations/${this.client.organizationId}`;
  }

  async #look(): Promise<void> {
    const organization = this.#organization;
    await this.#read(`${organization}/incoming-service-requests?page=0&status=OPEN`);
    await this.#think();
    await this.#read(`${organization}/members?page=0`);
    await this.#think();
    // From a replica, if it is up to date.
    await this.#read(`${organization}/metrics`);
    await this.#think();
  }

  async #read(path: string): Promise<Answer | null> {
    const answer = await this.client.send({ method: 'GET', path });
    if (answer?.status !== 200) {
      this.#surprise(`GET ${path}`, answer);
      return null;
    }
    this.readTimes.push(Date.now());
    return answer;
  }

  #surprise(what: string, answer: Answer | null): void {
    const came = answer ? `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}` : 'no answer in time';
    this.surprises.push(`${what}: ${came}`);
  }

  #think(): Promise<void> {
    return pause(thinkMs * (0.5 + Math.random()));
  }
}
