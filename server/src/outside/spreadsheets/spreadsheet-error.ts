import type { ErrorCode } from '@kinbridge/contract/shared/errors';
import { SpreadsheetProblem, type SpreadsheetProblemKind } from '@kinbridge/forms/spreadsheets/spreadsheet-problem';
import { AppError } from '../../app-error.ts';

const problemCodes: Record<SpreadsheetProblemKind, ErrorCode> = {
  notSpreadsheet: 'unsupported_type',
  oldFormat: 'unsupported_type',
  openDocument: 'unsupported_type',
  protected: 'unsupported_type',
  broken: 'unusable_file',
  tooLarge: 'too_large',
};

/** Converts an error from reading a spreadsheet into the response. */
export function spreadsheetError(error: unknown): unknown {
  return error instanceof SpreadsheetProblem ? new AppError(problemCodes[error.kind], error.message) : error;
}
