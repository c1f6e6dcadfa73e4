import type { Decision } from '../features/organizations/approval.commands.ts';
import { operatorUsage } from '../features/organizations/operator.texts.ts';
import { StartError } from '../start-error.ts';

const maxReason = 500;

export type Order =
  | { list: true; everything: boolean }
  | { list: false; decision: Decision; id: number; reason: string | null };

/** Parses an operator's command; throws a message with the usage for anything else. */
export function readOrder([command = '', ...rest]: string[]): Order {
  if (command === 'list') {
    const unknown = rest.find((argument) => argument !== '--all');
    if (unknown !== undefined) throw wrongUse(`'${unknown}' isn't an option of list.`);
    return { list: true, everything: rest.includes('--all') };
  }
  if (!isDecision(command)) throw wrongUse(command === '' ? 'Say what to do.' : `'${command}' isn't a command.`);
  const [id = '', ...options] = rest;
  if (!/^[1-9]\d{0,14}$/.test(id)) throw wrongUse(`Give the id of the organization, such as: ${command} 12.`);
  return { list: false, decision: command, id: Number(id), reason: readReason(command, options) };
}

function isDecision(command: string): command is Decision {
  return ['approve', 'refuse', 'suspend', 'restore'].includes(command);
}

function readReason(decision: Decision, options: string[]): string | null {
  const needed = decision === 'refuse' || decision === 'suspend';
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
