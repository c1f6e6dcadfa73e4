import { AppError } from './app-error.ts';

/** Whose piece of work it is. */
export interface Lane {
  organizationId: number;
  /** The form, if it is about a published one; a person or an address, if each has a line. */
  formId: number | string | null;
}

interface Limits {
  /** How many run in parallel, at most one per organization. */
  atOnce: number;
  waitingPerForm: number;
  waitingPerOrganization: number;
  /** Work that waits longer is refused with a retry time. */
  patienceMs: number;
  /** What those who are refused read. */
  busy: string;
  /** What those who waited too long get instead. */
  late?: () => Error;
}

type Start = () => void;

/**
 * Lets organizations take turns, and forms within an organization, so slow or frequent work delays only its own
 * organization. Maps keep insertion order: a lane that had its turn moves to the end.
 */
export class FairTurns {
  readonly #waiting = new Map<number, Map<Lane['formId'], Set<Start>>>();
  readonly #running = new Set<number>();

  constructor(private readonly limits: Limits) {}

  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    await this.#turn(lane);
    try {
      return await work();
    } finally {
      this.#running.delete(lane.organizationId);
      this.#startNext();
    }
  }

  #turn({ organizationId, formId }: Lane): Promise<void> {
    const forms = this.#waiting.get(organizationId) ?? new Map<Lane['formId'], Set<Start>>();
    const line = forms.get(formId) ?? new Set<Start>();
    const all = [...forms.values()].reduce((sum, { size }) => sum + size, 0);
    if (line.size >= this.limits.waitingPerForm || all >= this.limits.waitingPerOrganization) throw this.#busy();
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        line.delete(start);
        this.#forgetEmpty(organizationId, formId);
        reject(this.limits.late?.() ?? this.#busy());
      }, this.limits.patienceMs);
      line.add(start);
      forms.set(formId, line);
      this.#waiting.set(organizationId, forms);
      this.#startNext();
    });
  }

  #startNext(): void {
    for (const [organizationId, forms] of this.#waiting) {
      if (this.#running.size >= this.limits.atOnce) return;
      if (this.#running.has(organizationId)) continue;
      const [formId, line] = [...forms][0] ?? [null, new Set<Start>()];
      const [start] = line;
      if (start) line.delete(start);
      forms.delete(formId);
      forms.set(formId, line);
      this.#waiting.delete(organizationId);
      this.#waiting.set(organizationId, forms);
      this.#forgetEmpty(organizationId, formId);
      this.#running.add(organizationId);
      start?.();
    }
  }

  #forgetEmpty(organizationId: number, formId: Lane['formId']): void {
    const forms = this.#waiting.get(organizationId);
    if (forms?.get(formId)?.size === 0) forms.delete(formId);
    if (forms?.size === 0) this.#waiting.delete(organizationId);
  }

  #busy(): AppError {
    return new AppError('too_many_requests', this.limits.busy, { retryAfterSeconds: 5 });
  }
}
