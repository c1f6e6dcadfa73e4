import { memberFieldNames } from '@kinbridge/contract/member-fields/member-fields';
import { memberListColumns } from '@kinbridge/contract/members/member-list-columns';
import type { UploadResult } from '@kinbridge/contract/members/member-uploads.contract';
import type { SamePersonAnswer } from '../../../ui/same-person/possible-match.ts';
import { writeXlsx } from './write-xlsx.ts';

/** What staff said of a row: whose record it is, or that it stays out. */
export type RowAnswer = SamePersonAnswer | 'out';

type Rejected = UploadResult['rejected'][number];
export type UndecidedRow = Required<Pick<Rejected, 'row' | 'person' | 'candidates'>>;

/** The rows whose record staff can say, without those that were sent again. */
export function undecidedRows(rejected: readonly Rejected[], sent: readonly number[] = []): UndecidedRow[] {
  return rejected.flatMap(({ row, person, candidates }) =>
    person && candidates && !sent.includes(row) ? [{ row, person, candidates }] : [],
  );
}

/** A small list with the answers in the column Member ID. */
export function decidedList(
  rows: readonly (Pick<UndecidedRow, 'person'> & { answer: SamePersonAnswer })[],
  name: string,
): File {
  const lines = rows.map(({ person, answer }) => [
    ...memberFieldNames.map((field) => person[field]),
    answer === 'new' ? 'NEW' : String(answer),
  ]);
  return writeXlsx([Object.values(memberListColumns), ...lines], name);
}
