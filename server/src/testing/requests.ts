import { sql } from '../db/sql.ts';
import { nextNumber } from './build.ts';
import type { TestApp } from './test-app.ts';
import type { usePartners } from './use-test-app.ts';

export function person(over: Record<string, unknown> = {}) {
  const n = nextNumber();
  return {
    firstName: 'Marisol',
    lastName: `Vega${n}`,
    dateOfBirth: '1987-02-19',
    phoneNumber: `(269) 555-${String(1000 + n)}`,
    ...over,
  };
}

/** Creates and moves requests of the clinic to the pantry. */
export function requestCalls(test: TestApp, partners: ReturnType<typeof usePartners>) {
  const { clinic, nurse, worker } = partners;
  return {
    create: (over: Record<string, unknown> = {}, token = nurse.token, more: Record<string, unknown> = {}) =>
      test.call('POST /v1/service-requests', {
        parts: {
          serviceRequest: {
            organizationId: clinic.id,
            patientId: null,
            serviceId: partners.serviceId,
            patient: person(),
            ...over,
          },
          ...more,
        },
        token,
      }),
    move: (id: number, newStatus: string, token = worker.token, body: unknown = {}) =>
      test.call('POST /v1/service-requests/{id}/transition/{newStatus}', { params: { id, newStatus }, body, token }),
    async setStatus(id: number, status: string, assigneeId: number | null = worker.id): Promise<void> {
      await sql`update service_requests set status = ${status}, assignee_id = ${assigneeId},
        complete_timestamp = case when ${status} = 'COMPLETED' then now() end where id = ${id}`.run(test.app.db);
    },
    auditRows: (id: number, action: string) =>
      sql<{ detail: unknown; actor_id: number }>`select detail, actor_id from audit_log
        where entity_type = 'service-request' and entity_id = ${id} and action = ${action} order by id`.many(
        test.app.db,
      ),
  };
}
