import { findFreePort } from '../../server/src/embedded-postgres/free-port.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../server/src/testing/build.ts';
import { type KinbridgeProcess, startKinbridge } from '../../server/src/testing/kinbridge-process.ts';
import { startTestApp } from '../../server/src/testing/test-app.ts';

/** Two processes of Kinbridge, and one person who may change a member's documents and a request. */
export interface Portal {
  ports: [number, number];
  token: string;
  /** With the password of tests. */
  email: string;
  memberId: number;
  requestId: number;
  /** Makes another request, assigned to the person, and returns its id. */
  refer(): Promise<number>;
  /** Stops a process as a service manager does, and starts it again on its port. */
  restart(port: number): Promise<void>;
  close(): Promise<void>;
}

export async function startPortal(): Promise<Portal> {
  const test = await startTestApp();
  const { id: organizationId } = await buildOrganization(test);
  const { id: personId, email, token } = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
  const [serviceId] = await serviceIds(test, organizationId);
  const create = async (lastName: string) => {
    const serviceRequest = { organizationId, serviceId, patient: { firstName: 'Ana', lastName } };
    return (await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token })).body;
  };
  const request = await create('Ruiz');
  const { secret, auditKey, encryptionKey, dataDir } = test.app.config;
  const settings = {
    HOST: '127.0.0.1',
    DATABASE_URL: test.databaseUrl,
    DATA_DIR: dataDir,
    SESSION_SECRET: secret,
    AUDIT_KEY: auditKey,
    ENCRYPTION_KEY: encryptionKey,
    LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '5',
  };
  const running = new Map<number, KinbridgeProcess>();
  const start = async (port: number) => {
    running.set(port, await startKinbridge({ ...settings, PORT: String(port) }, [], 'api'));
  };
  const stop = async (port: number, signal: NodeJS.Signals) => {
    const { child, exited } = running.get(port) as KinbridgeProcess;
    child.kill(signal);
    await exited;
  };
  const ports: [number, number] = [await findFreePort(), await findFreePort()];
  await Promise.all(ports.map(start));
  return {
    ports,
    token,
    email,
    memberId: request.patient.id,
    requestId: request.id,
    async refer() {
      const { id } = await create('Vega');
      const params = { id, employeeId: personId };
      await test.call('POST /v1/service-requests/{id}/assign/{employeeId}', { params, token });
      return id;
    },
    async restart(port) {
      await stop(port, 'SIGTERM');
      await start(port);
    },
    async close() {
      await Promise.all(ports.map((port) => stop(port, 'SIGKILL')));
      await test.close();
    },
  };
}
