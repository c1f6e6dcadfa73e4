import { csvLines } from '@kinbridge/contract/shared/csv';
import { toE164 } from '@kinbridge/contract/shared/phone-number';
import { userTypeLabels } from '@kinbridge/contract/users/user-status';
import { callbackRoute, FileAnswer, type IsSigned, route, type SignedCall } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, forbidden, invalidField, notFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { chooseReadDatabase } from '../../records/audit/replica-state.queries.ts';
import { messageNamedIn, recordDelivery } from '../../records/sms/sms-callbacks.commands.ts';
import { findSendingPausedSince } from '../../records/sms/sms-outage.queries.ts';
import { requireMember } from '../members/member-access.ts';
import { findRequest, seesRequest } from '../service-requests/service-requests.queries.ts';
import { receiveSms } from './inbound.commands.ts';
import {
  findMemberMessages,
  findMemberTranscript,
  findRequestMessages,
  findRequestTranscript,
  type TranscriptRow,
} from './messages.queries.ts';
import { resendSms, sendToMember } from './send.commands.ts';

const emptyTwiml = Buffer.from('<?xml version="1.0" encoding="UTF-8"?><Response></Response>');

export const messageRoutes = [
  route(
    'GET /v1/messages/getServiceRequestMessages/{id}',
    'service-request:read',
    async ({ app, caller, params, recordRead }) => {
      if (!(await seesRequest(app.db, caller.organizationId, params.id))) throw notFound('service request');
      await recordRead('message.list', params.id, {}, 'service-request');
      return findRequestMessages(app.db, caller.organizationId, params.id);
    },
  ),

  route(
    'GET /v1/messages/getServiceRequestMessagesCsv/{id}',
    'service-request:read',
    async ({ app, caller, params, recordRead }) => {
      if (!(await seesRequest(app.db, caller.organizationId, params.id))) throw notFound('service request');
      await recordRead('message.export', params.id, {}, 'service-request');
      return transcriptFile(
        await findRequestTranscript(await chooseReadDatabase(app, caller), caller.organizationId, params.id),
      );
    },
  ),

  route(
    'GET /v1/messages/getPatientMessages/{patientId}',
    'member:read',
    async ({ app, caller, params, recordRead }) => {
      await requireMember(app.db, caller.organizationId, params.patientId);
      await recordRead('message.list', params.patientId);
      return findMemberMessages(app.db, caller.organizationId, params.patientId);
    },
  ),

  route(
    'GET /v1/messages/getPatientMessagesCsv/{patientId}',
    'member:read',
    async ({ app, caller, params, recordRead }) => {
      await requireMember(app.db, caller.organizationId, params.patientId);
      await recordRead('message.export', params.patientId);
      return transcriptFile(
        await findMemberTranscript(await chooseReadDatabase(app, caller), caller.organizationId, params.patientId),
      );
    },
  ),

  route('POST /v1/users/{id}/messages', 'member:message', async ({ app, caller, params, body, once }) => {
    await requireMember(app.db, caller.organizationId, params.id);
    const serviceRequestId = body.serviceRequestId ?? null;
    if (serviceRequestId !== null) {
      const request = await findRequest(app.db, caller.organizationId, serviceRequestId);
      if (!request || request.patient.id !== params.id) throw notFound('service request');
    }
    const text = { userId: params.id, serviceRequestId, body: body.message };
    return once((tx) => sendToMember(tx, caller, text, app.config.smsAutomaticPerDay));
  }),

  route('POST /v1/messages/{id}/resend', 'member:message', ({ app, caller, params, body }) =>
    transaction(app.db, (tx) => resendSms(tx, caller, params.id, body.confirm ?? false)),
  ),

  route('GET /v1/messages/delivery', 'mass-message:read', async ({ app }) => ({
    sendingPausedSince: await findSendingPausedSince(app.db),
  })),

  callbackRoute('POST /v1/messages/inbound', isSignedFor('/v1/messages/inbound'), async (call) => {
    const { app, form } = call;
    refuseForgery(app, '/v1/messages/inbound', call);
    const from = toE164(form.From ?? '');
    if (!from) throw invalidField('From', 'Must be the phone number that the text came from.');
    if (!form.MessageSid || form.MessageSid.length > 100) throw invalidField('MessageSid', "Must be the message's id.");
    await receiveSms(app, { from, body: (form.Body ?? '').slice(0, 2000), providerId: form.MessageSid });
    return new FileAnswer(emptyTwiml, 'text/xml; charset=utf-8', 'answer.xml');
  }),

  callbackRoute('POST /v1/messages/status', isSignedFor('/v1/messages/status'), async (call) => {
    const { app, form, search } = call;
    refuseForgery(app, '/v1/messages/status', call);
    if (!form.MessageSid || form.MessageSid.length > 100) throw invalidField('MessageSid', "Must be the message's id.");
    await recordDelivery(app, {
      providerId: form.MessageSid,
      status: form.MessageStatus ?? '',
      errorCode: form.ErrorCode?.slice(0, 100),
      message: messageNamedIn(search),
    });
    return undefined;
  }),
];

const recipientLabels = { ...userTypeLabels, ORGANIZATION: 'Organization' };

/** Specification §9. */
function transcriptFile(rows: TranscriptRow[]): FileAnswer {
  const header = ['SMS ID', 'RECIPIENT TYPE', 'FIRST NAME', 'PHONE NUMBER', 'SERVICE TYPE', 'SERVICE REQUEST ID'];
  const lines = rows.map(({ id, recipientType, firstName, phoneNumber, serviceType, serviceRequestId }) => {
    return [id, recipientType && recipientLabels[recipientType], firstName, phoneNumber, serviceType, serviceRequestId];
  });
  const csv = csvLines([header, ...lines]);
  return new FileAnswer(Buffer.from(csv), 'text/csv; charset=utf-8', 'SMS Transcripts.csv');
}

/** A callback needs the provider's signature over its full URL and every field. */
function verified(app: AppContext, path: string, { form, headers, search }: SignedCall): boolean {
  const signature = headers['x-twilio-signature'];
  return app.sms.verifies(
    typeof signature === 'string' ? signature : undefined,
    `${app.config.publicUrl}${path}${search}`,
    form,
  );
}

/** The console provider signs nothing, so its unsigned calls are rate limited like public ones. */
function isSignedFor(path: string): IsSigned {
  return (app, call) => app.sms.name !== 'console' && verified(app, path, call);
}

function refuseForgery(app: AppContext, path: string, call: SignedCall): void {
  if (verified(app, path, call)) return;
  // Unsigned calls, or calls without a signing provider, get a 404 that reveals nothing.
  if (app.sms.name === 'console' || call.headers['x-twilio-signature'] === undefined) {
    throw new AppError('not_found', "We couldn't find that page.");
  }
  throw forbidden();
}
