import { parseArgs } from 'node:util';
import {
  type OrganizationDecision,
  organizationDecisions,
  type ProposalDecision,
  proposalDecisions,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import { email as emailField, requiredText } from '@kinbridge/contract/shared/fields';
import type { Recovery } from '../features/employees/recovery.commands.ts';
import { operatorUsage } from '../features/operator/operator.texts.ts';
import type { NewOperator } from '../features/operator/people.commands.ts';
import { StartError } from '../start-error.ts';

const maxReason = 500;

export type Order =
  | { list: true; everything: boolean }
  | ({ list: false } & ReviewOrder)
  | ({ list: false } & (PeopleOrder | Recovery));

export interface ReviewOrder {
  decision: OrganizationDecision | ProposalDecision;
  id: number;
  reason: string | null;
}

export type PeopleOrder =
  | ({ decision: 'add' } & NewOperator)
  | { decision: 'remove'; email: string }
  | { decision: 'people' };

/** Parses an operator's command; throws a message with the usage for anything else. */
export function readOrder([command = '', ...rest]: string[]): Order {
  if (command === 'list') {
    const unknown = rest.find((argument) => argument !== '--all');
    if (unknown !== undefined) throw wrongUse(`'${unknown}' isn't an option of list.`);
    return { list: true, everything: rest.includes('--all') };
  }
  if (command === 'add') return { list: false, decision: command, ...readNewOperator(rest) };
  if (command === 'people') {
    if (rest.length > 0) throw wrongUse(`'${rest.join(' ')}' isn't an option of people.`);
    return { list: false, decision: command };
  }
  if (command === 'reset-factors' || command === 'remove') {
    return { list: false, decision: command, email: readEmail(command, rest) };
  }
  if (command === 'allow-passwords') return { list: false, decision: command, id: readId(command, rest) };
  if (!isDecision(command)) throw wrongUse(command === '' ? 'Say what to do.' : `'${command}' isn't a command.`);
  const [id = '', ...options] = rest;
  return { list: false, decision: command, id: readId(command, [id]), reason: readReason(command, options) };
}

function readId(command: string, [id = '', ...more]: string[]): number {
  if (/^[1-9]\d{0,14}$/.test(id) && more.length === 0) return Number(id);
  throw wrongUse(`Give the id of the organization, such as: ${command} 12.`);
}

function readEmail(command: string, [email = '', ...more]: string[]): string {
  const address = emailField.safeParse(email);
  if (address.success && more.length === 0) return address.data;
  throw wrongUse(`Give the email address that the person signs in with, such as: ${command} ada@example.org.`);
}

const name = requiredText('Name', 50);

function readNewOperator(args: string[]): NewOperator {
  const example = 'add ada@example.org --first-name Ada --last-name Lovelace';
  try {
    const options = { 'first-name': { type: 'string' }, 'last-name': { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return {
      email: readEmail('add', positionals),
      firstName: name.parse(values['first-name']),
      lastName: name.parse(values['last-name']),
    };
  } catch {
    throw wrongUse(`Give an email address and both names, such as: ${example}.`);
  }
}

function isDecision(command: string): command is ReviewOrder['decision'] {
  return [...organizationDecisions, ...proposalDecisions].some((decision) => decision === command);
}

function readReason(decision: ReviewOrder['decision'], options: string[]): string | null {
  const needed = decision === 'refuse' || decision === 'suspend' || decision === 'decline';
  const given = options.join(' ');
  const reason = /^--reason(?:=|\s|$)(.*)$/s.exec(given)?.[1]?.trim();
  if (!needed) {
    if (given !== '') throw wrongUse(`'${given}' isn't an option of ${decision}.`);
    return null;
  }
  if (!reason) throw wrongUse(`Give the reason; the organization's staff read it: ${decision} <id> --reason "…".`);
  if (reason.length > maxReason) throw wrongUse(`The reason can have at most ${maxReason} characters.`);
  return reason;
}

function wrongUse(sentence: string): StartError {
  return new StartError(`${sentence}\n\n${operatorUsage}`);
}
