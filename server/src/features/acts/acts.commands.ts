import type { Act, actInput } from '@kinbridge/contract/acts/acts.contract';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import type { z } from 'zod';
import { type EmailLinkCaller, isActiveStaff, type Visitor } from '../../access/caller.ts';
import { refuseIfClosed } from '../../access/unapproved-organization.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, invalidField } from '../../app-error.ts';
import { type Executor, transaction } from '../../db/database.ts';
import { auditRead } from '../../records/audit/audit-reads.ts';
import { moveRequests } from '../service-requests/move.commands.ts';
import { lockRequests } from '../service-requests/service-requests.queries.ts';
import { confirmService } from '../services/services.commands.ts';
import { type FoundToken, findActToken, findRequestAct, findServiceAct } from './acts.queries.ts';

type ActInput = z.output<typeof actInput>;
type RequestAct = Extract<Act, { status: unknown }>;
type Employee = FoundToken & { organizationId: number };

/** What a link is about. Opening it changes nothing, since mail scanners open links too. */
export async function readAct(app: AppContext, caller: Visitor, token: string): Promise<Act> {
  const employee = await requireEmployee(app, app.db, token);
  const act = await requireAct(app, app.db, employee);
  if (employee.serviceRequestId !== null) {
    await auditRead(app.db, {
      caller: onBehalfOf(employee, caller),
      action: 'service-request.read',
      entityType: 'service-request',
      entityId: employee.serviceRequestId,
      // A scanner may have opened it, so the timeline doesn't say that the employee viewed it.
      detail: { background: true },
    });
  }
  return act;
}

/** Does what the employee pressed, with their rights. */
export function performAct(
  app: AppContext,
  caller: Visitor,
  token: string,
  { action, outcome }: ActInput,
): Promise<Act> {
  return transaction(app.db, async (tx) => {
    const employee = await requireEmployee(app, tx, token);
    refuseIfClosed(employee.approval);
    const { serviceId, serviceRequestId } = employee;
    if ((action === 'confirm') !== (serviceId !== null)) {
      throw invalidField('action', serviceId === null ? 'Accept or decline the request.' : 'Confirm the service.');
    }
    const requests =
      serviceRequestId === null ? [] : await lockRequests(tx, employee.organizationId, [serviceRequestId]);
    // Read under the lock, so that the second of two presses finds that the request moved on.
    const act = await requireAct(app, tx, employee);
    const by = onBehalfOf(employee, caller);
    // Where the sender has moved it further, accepting it leaves it there.
    const accepted = requests[0]?.status === 'REQUESTED' ? 'OPEN' : (requests[0]?.status ?? 'OPEN');
    const target = action === 'accept' ? accepted : 'CANCELLED';
    await moveRequests(tx, app.config, by, { requests, target, outcome });
    if (serviceId !== null) await confirmService(tx, by, serviceId);
    return (await findAct(tx, employee))?.act ?? act;
  });
}

/** The active employee a link was sent to. */
async function requireEmployee({ config }: AppContext, db: Executor, token: string): Promise<Employee> {
  const found = await findActToken(db, token);
  if (!found) {
    const sentence = "This link isn't valid. Check that you opened all of it, or sign in to Kinbridge.";
    throw new AppError('not_found', sentence, { extra: { signInUrl: `${config.publicUrl}/login` } });
  }
  const signInUrl = pageOf(config, found);
  if (!isActiveStaff(found)) {
    throw gone("This link no longer works, because the account it was sent to isn't active.", signInUrl);
  }
  if (found.expired) throw gone('This link has expired. Sign in to Kinbridge to continue.', signInUrl);
  if (found.needsSecondFactor) {
    const sentence = 'Your organization requires a second factor. Sign in to Kinbridge to set one up.';
    throw new AppError('second_factor_required', sentence, { extra: { signInUrl } });
  }
  return found;
}

function findAct(db: Executor, employee: Employee) {
  const { organizationId, serviceRequestId, serviceId } = employee;
  if (serviceRequestId !== null) return findRequestAct(db, { ...employee, serviceRequestId });
  return serviceId === null ? undefined : findServiceAct(db, organizationId, serviceId);
}

async function requireAct(app: AppContext, db: Executor, employee: Employee): Promise<Act> {
  const found = await findAct(db, employee);
  if (!found) throw gone('This no longer exists. Sign in to Kinbridge to continue.', `${app.config.publicUrl}/login`);
  const { act, movedOn } = found;
  if (movedOn && 'status' in act) throw requestMovedOn(app, act);
  return act;
}

/** The page that a link is about, which follows the sign-in. */
function pageOf({ publicUrl }: Pick<AppContext['config'], 'publicUrl'>, { serviceRequestId }: FoundToken): string {
  if (serviceRequestId === null) return `${publicUrl}/account-management`;
  return `${publicUrl}/incoming-service-requests?ticket=${serviceRequestId}`;
}

function requestMovedOn({ config }: AppContext, { id, status }: Pick<RequestAct, 'id' | 'status'>): AppError {
  const now = status === 'REQUESTED' ? 'was reopened' : `is already ${serviceRequestStatusLabels[status]}`;
  return gone(
    `Request #${id} ${now}. Sign in to Kinbridge to see it.`,
    `${config.publicUrl}/incoming-service-requests?ticket=${id}`,
  );
}

/** Every dead link says how to go on. */
function gone(sentence: string, signInUrl: string): AppError {
  return new AppError('gone', sentence, { extra: { signInUrl } });
}

/** The employee as the one who acts; audit and timeline say that it was by a link. */
function onBehalfOf({ userId, organizationId }: Employee, { requestId }: Visitor): EmailLinkCaller {
  return { via: 'emailLink', userId, organizationId, requestId };
}
