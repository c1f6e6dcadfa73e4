import type { helpRequest } from '@kinbridge/contract/directory/directory.contract';
import type { z } from 'zod';
import { addressGroup } from '../../access/address-group.ts';
import { countAttempt } from '../../access/attempts.commands.ts';
import type { Visitor } from '../../access/caller.ts';
import { notFound } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { addSelfReferred } from '../members/members.commands.ts';
import { insertRequest, servicePaused } from '../service-requests/create-service-request.commands.ts';
import { findListedService } from './directory.queries.ts';

const perPhoneAMinute = 10;
/** A library or a shelter shares one address. */
const perAddressAMinute = 60;

interface Asked {
  caller: Visitor;
  address: string;
  serviceId: number;
  person: z.output<typeof helpRequest>;
}

/**
 * Turns what a person sent into a request of the providing organization to itself. Anyone could have typed the number,
 * so nobody is texted before staff act, and never without consent.
 */
export async function askForHelp(tx: Tx, config: Config, asked: Asked): Promise<{ id: number }> {
  const { caller, address, serviceId, person } = asked;
  const { description, smsConsent, ...known } = person;
  await countAttempt(tx, `asks for help by ${addressGroup(address)}`, perAddressAMinute);
  await countAttempt(tx, `asks for help for ${known.phoneNumber}`, perPhoneAMinute);
  const listed = await findListedService(tx, serviceId);
  if (!listed) throw notFound('service');
  const { organizationId, name, availability } = listed.service;
  if (availability === 'PAUSED') throw servicePaused(name);
  const memberId = await addSelfReferred(tx, organizationId, known, smsConsent);
  const id = await insertRequest(tx, config, {
    caller,
    organizationId,
    providerId: organizationId,
    serviceId,
    memberId,
    assigneeId: null,
    description,
    fileId: null,
    source: 'SELF',
    detail: { memberCreated: true, source: 'SELF' },
  });
  return { id };
}
