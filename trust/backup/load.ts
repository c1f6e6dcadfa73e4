import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buildOrganization, buildSignedIn, serviceIds } from '../../server/src/testing/build.ts';
import type { TestApp } from '../../server/src/testing/test-app.ts';

/** A comment with a file, as its answer acknowledged it. */
export interface AcknowledgedWrite {
  noteId: number;
  content: string;
  sha256: string;
}

export interface Load {
  /** In the order of their answers; grows until the load is stopped. */
  written: AcknowledgedWrite[];
  stop(): Promise<void>;
}

const writers = 4;
const fileBytes = 40_000;

/** People who add comments with files, one after the other, until stopped. */
export async function startLoad(portal: TestApp): Promise<Load> {
  const { id: organizationId } = await buildOrganization(portal);
  const { token } = await buildSignedIn(portal, organizationId);
  const [serviceId = 0] = await serviceIds(portal, organizationId);
  const serviceRequest = { organizationId, serviceId, patient: { firstName: 'Ann', lastName: 'Other' } };
  const request = await portal.call('POST /v1/service-requests', { parts: { serviceRequest }, token });
  const written: AcknowledgedWrite[] = [];
  let isOver = false;

  const write = async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-'), randomBytes(fileBytes)]);
    const note = { serviceRequestId: request.body.id, content: `Comment ${randomUUID()}` };
    const parts = { note, file: new File([bytes], 'lease.pdf') };
    const answer = await portal.call('POST /v1/notes', { parts, token });
    if (answer.status !== 201) throw new Error(`POST /v1/notes answered ${answer.status}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    written.push({ noteId: answer.body.id, content: note.content, sha256 });
  };
  const running = Promise.all(
    Array.from({ length: writers }, async () => {
      while (!isOver) await write();
    }),
  );
  // Reported by stop().
  running.catch(() => undefined);
  return {
    written,
    async stop() {
      isOver = true;
      await running;
    },
  };
}
