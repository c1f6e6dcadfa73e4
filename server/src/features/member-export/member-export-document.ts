import { type MemberField, memberFieldNames, memberFields } from '@kinbridge/contract/member-fields/member-fields';
import { formatDayRange } from '@kinbridge/contract/metrics/metric-text';
import {
  type ServiceRequestStatus,
  serviceRequestStatusLabels,
} from '@kinbridge/contract/service-requests/service-request-status';
import { formatBirthday } from '@kinbridge/contract/shared/calendar-date';
import { languageName } from '@kinbridge/contract/shared/language-names';
import { formatPhoneNumber } from '@kinbridge/contract/shared/phone-number';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { answerText } from '@kinbridge/forms/answer-text';
import { answerKey, questionsOf, questionTitle } from '@kinbridge/forms/form-definition';
import type { OrganizationDays } from '../metrics/metric-days.queries.ts';
import { broken, type Content, pageMargin, type ReportDocument, shortened } from '../metrics/report-content.ts';
import { reportStyles } from '../metrics/report-document.ts';
import type { ExportedAnswer } from './member-export.queries.ts';
import type { MemberExport } from './member-export.ts';

/** A table's rows in the document; the JSON has all of them. */
const mostRows = 1_000;

/** Everything about a member as a document to read. */
export function memberDocument(days: OrganizationDays, member: MemberExport): ReportDocument {
  const { profile } = member;
  const name = fullName(profile);
  const moment = new Intl.DateTimeFormat('en-US', { timeZone: days.timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const at = (timestamp: string | null) => (timestamp === null ? '–' : moment.format(new Date(timestamp)));
  const person = (one: { firstName: string; lastName: string } | null) => (one ? fullName(one) : '–');
  return {
    pageSize: 'LETTER',
    pageMargins: [pageMargin, 40, pageMargin, 44],
    info: { title: `Member ${profile.id}`, creator: 'Kinbridge' },
    foot: `${shortened(days.name, 50)} · member ${profile.id} · made with Kinbridge on ${formatDayRange(days.today, days.today)}`,
    content: [
      { text: broken(shortened(name, 120)), style: 'name' },
      { text: `Everything that ${days.name} can see about this member.`, style: 'quiet', margin: [0, 2, 0, 0] },
      ...section('Profile', ['Field', 'Value'], [140, '*'], profileRows(profile)),
      ...member.mergedRecords.flatMap((record) =>
        section(`Merged record ${record.id}`, ['Field', 'Value'], [140, '*'], profileRows(record)),
      ),
      ...section(
        'Proposed changes',
        ['Field', 'Proposed value', 'By', 'State', 'Proposed'],
        [70, '*', 120, 60, 90],
        member.proposedChanges.map((change) => [
          change.field,
          change.proposedValue ?? '–',
          `${person(change.proposedBy)}, ${change.organization.name}`,
          change.state,
          at(change.createTimestamp),
        ]),
      ),
      ...member.requests.flatMap((request) => [
        ...section(
          `Request ${request.id}: ${request.service.name}`,
          ['', ''],
          [140, '*'],
          [
            ['Status', serviceRequestStatusLabels[request.status]],
            ['Requested by', request.organization.name],
            ['Provided by', request.service.organization.name],
            ['Assigned to', person(request.assignee)],
            ['Description', request.description ?? '–'],
          ],
        ),
        ...section(
          '',
          ['When', 'What', 'Who'],
          [90, '*', 130],
          request.timeline.map((entry) => [at(entry.at), happened(entry), person(entry.actor)]),
        ),
      ]),
      ...section(
        'Texts',
        ['When', 'Direction', 'State', 'Text'],
        [90, 60, 55, '*'],
        member.texts.map((text) => [
          at(text.createTimestamp),
          text.isReceived ? 'From member' : 'To member',
          text.state,
          text.smsText,
        ]),
      ),
      ...section(
        'Assigned forms',
        ['Form', 'Version', 'Assigned', 'Answered'],
        ['*', 50, 90, 60],
        member.assignedForms.map((form) => [
          form.title,
          String(form.version),
          at(form.createTimestamp),
          form.answerId === null ? 'No' : 'Yes',
        ]),
      ),
      ...member.answers.flatMap((answer) =>
        section(
          `Answers: ${answer.title} V.${answer.version}, ${at(answer.createTimestamp)}`,
          ['Question', 'Answer'],
          [200, '*'],
          answerRows(answer),
        ),
      ),
      ...section(
        'Files',
        ['Name', 'Added', 'Bytes', 'SHA-256'],
        ['*', 90, 50, 190],
        member.files.map((file) => [file.fileName, at(file.createTimestamp), String(file.size), file.sha256]),
      ),
      ...section(
        'Who viewed or changed this record',
        ['When', 'Who', 'Action'],
        [90, 160, '*'],
        member.log.map((entry) => [at(entry.createTimestamp), person(entry.actor), entry.action]),
      ),
    ],
    ...reportStyles,
  };
}

function section(title: string, columns: string[], widths: (number | '*')[], rows: string[][]): Content[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, mostRows);
  const head = columns.some((text) => text !== '') ? [columns.map((text) => ({ text, style: 'column' }))] : [];
  const body = [...head, ...shown.map((cells) => cells.map((text) => ({ text: broken(text) })))];
  return [
    ...(title ? [{ text: broken(title), style: 'heading', margin: [0, 14, 0, 3] }] : []),
    { layout: 'rows', table: { headerRows: head.length, widths, body } },
    ...(rows.length > mostRows
      ? [{ text: `${rows.length - mostRows} more are in the JSON download.`, style: 'quiet' }]
      : []),
  ];
}

function profileRows(user: User): string[][] {
  return [
    ...memberFieldNames.map((field) => [memberFields[field].fact, factText(user, field)]),
    ['Agreed to texts', user.sendSmsTexts ? 'Yes' : 'No'],
  ];
}

function factText(user: User, field: MemberField): string {
  const value = user[field] ?? null;
  if (value === null) return '–';
  if (field === 'dateOfBirth') return formatBirthday(value);
  if (field === 'phoneNumber') return formatPhoneNumber(value);
  return field === 'language' ? languageName(value) : value;
}

function answerRows({ questions, data }: ExportedAnswer): string[][] {
  const asked = new Map(questionsOf(questions).map((question) => [answerKey(question), question]));
  return Object.entries(data).map(([name, value]) => {
    const question = asked.get(name);
    return question ? [questionTitle(question), answerText(question, value)] : [name, plain(value)];
  });
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function happened({ kind, detail }: MemberExport['requests'][number]['timeline'][number]): string {
  const words = detail as Record<string, unknown>;
  if (kind === 'note') return `Comment: ${words.content}${words.fileName ? ` (${words.fileName})` : ''}`;
  if (kind === 'message') return `Text: ${words.smsText}`;
  if (kind === 'moved') return `Moved to ${statusLabel(words.to)}`;
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

const statusLabel = (status: unknown) => serviceRequestStatusLabels[status as ServiceRequestStatus] ?? 'another status';
