import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FairTurns } from './fair-turns.ts';
import { buildOrganization, buildSignedIn } from './testing/build.ts';
import { buildForm } from './testing/forms.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const limits = { atOnce: 2, waitingPerForm: 3, waitingPerOrganization: 5, patienceMs: 60_000, busy: 'Later.' };

/** Work that ends on demand, and the order in which it started. */
function bench(turns = new FairTurns(limits)) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, organizationId: number, formId: number | null) =>
    turns.run({ organizationId, formId }, () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { began, add, end: (name: string) => ends.get(name)?.() };
}

describe('turns', () => {
  it('leave a slot for others when one organization has a backlog', async () => {
    const { began, add, end } = bench();
    const slow = [add('a1', 1, 1), add('a2', 1, 1), add('a3', 1, 1), add('a4', 1, 2)];
    const other = add('b1', 2, 9);
    await Promise.resolve();
    expect(began).toEqual(['a1', 'b1']);
    end('b1');
    await other;
    for (const place of [0, 1, 3, 2]) {
      end(`a${place + 1}`);
      expect(await slow[place]).toBe(`a${place + 1}`);
    }
    expect(began).toEqual(['a1', 'b1', 'a2', 'a4', 'a3']);
  });

  it('rotate among waiting organizations', async () => {
    const { began, add, end } = bench(new FairTurns({ ...limits, atOnce: 1 }));
    const names = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'];
    const added = new Map(names.map((name) => [name, add(name, name.charCodeAt(0), 1)]));
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
      await Promise.resolve();
      expect(began.at(-1)).toBe(name);
      end(name);
      await added.get(name);
    }
  });

  it('refuse work beyond the queue limits or the patience', async () => {
    const { add, end } = bench();
    const some = ['a0', 'a1', 'a2', 'a3'].map((name) => add(name, 1, 1));
    const refused = { code: 'too_many_requests', retryAfterSeconds: 5 };
    await expect(add('a4', 1, 1)).rejects.toMatchObject(refused);
    some.push(add('b1', 1, 2), add('b2', 1, 3));
    await expect(add('b3', 1, 4)).rejects.toMatchObject(refused);
    const impatient = bench(new FairTurns({ ...limits, patienceMs: 1 }));
    const first = impatient.add('a1', 1, 1);
    await expect(impatient.add('a2', 1, 1)).rejects.toMatchObject(refused);
    impatient.end('a1');
    expect(await first).toBe('a1');
    for (const place of [0, 1, 4, 5, 2, 3]) {
      end(['a0', 'a1', 'a2', 'a3', 'b1', 'b2'][place] ?? '');
      await some[place];
    }
  });

  it('continue after failed work', async () => {
    const turns = new FairTurns(limits);
    const lane = { organizationId: 1, formId: null };
    await expect(turns.run(lane, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.run(lane, async () => 'next')).toBe('next');
  });
});

describe('a slow form', () => {
  let portal: TestApp;
  beforeAll(async () => {
    portal = await startTestApp();
  });
  afterAll(() => portal.close());

  it("doesn't delay other forms", async () => {
    const [slowStaff, otherStaff] = [
      await buildSignedIn(portal, (await buildOrganization(portal)).id),
      await buildSignedIn(portal, (await buildOrganization(portal)).id),
    ];
    const expression = (n: number) => `sumInArray({m}, 'a') + {row.a} + ${n}`;
    const cells = Array.from({ length: 10 }, (_, n) => ({
      name: `e${n}`,
      cellType: 'expression',
      expression: expression(n),
    }));
    const columns = [{ name: 'a', cellType: 'text', inputType: 'number' }, ...cells];
    const slow = await buildForm(portal, slowStaff, [{ type: 'matrixdynamic', name: 'm', columns, rowCount: 0 }]);
    const other = await buildForm(portal, otherStaff, [{ type: 'text', name: 'q' }]);
    const answered: string[] = [];
    const submit = async (name: string, { uniqueSurveyId }: { uniqueSurveyId: string }, answers: unknown) => {
      const body = { surveyAnswerJson: answers, surveyUniqueId: uniqueSurveyId, version: 1 };
      const { status } = await portal.call('POST /v1/survey-answers/submit', {
        body: { ...body, userFirstName: 'Ada', userLastName: 'Byron' },
      });
      answered.push(`${name} ${status}`);
    };
    const rows = Array.from({ length: 30 }, (_, n) => ({ a: n }));
    await Promise.all([
      submit('slow', slow, { m: rows }),
      submit('slow', slow, { m: rows }),
      submit('other', other, { q: 'x' }),
    ]);
    expect(answered[0]).toBe('other 201');
  }, 60_000);
});
