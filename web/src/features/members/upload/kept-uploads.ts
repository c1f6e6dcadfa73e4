import { type KeptUpload as AnyUpload, keptUploads } from '../../../lib/uploads/kept-uploads.ts';
import type { RowAnswer } from './undecided.ts';
import type { ListUpload } from './uploads.api.ts';

export interface KeptUpload extends AnyUpload {
  /** What was chosen besides the file, for rows that are sent again. */
  wanted?: Omit<ListUpload, 'file'>;
  /** What staff said of rows that may be members, by row, until the rows are sent. */
  decided?: Record<number, RowAnswer>;
  /** The rows that were sent again. */
  sent?: number[];
}

export const {
  keep: keepUpload,
  change: changeUpload,
  forget: forgetUploads,
  useKept: useKeptUploads,
} = keptUploads<KeptUpload>('member-uploads');
