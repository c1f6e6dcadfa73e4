/** Why a file can't be read as a spreadsheet, with a message that says what to do. */
export const spreadsheetProblems = {
  notSpreadsheet: "This file isn't a spreadsheet. Choose an .xlsx file.",
  oldFormat: 'This is an old Excel file (.xls). Open it and save it as .xlsx.',
  openDocument: 'This is an OpenDocument spreadsheet (.ods). Open it and save it as .xlsx.',
  protected: 'This spreadsheet is password protected. Save it without a password.',
  broken: 'This spreadsheet is damaged. Open it, save it again as .xlsx and try again.',
  tooLarge: 'This spreadsheet is too large. Split it into smaller files.',
} as const;

export type SpreadsheetProblemKind = keyof typeof spreadsheetProblems;

export class SpreadsheetProblem extends Error {
  constructor(readonly kind: SpreadsheetProblemKind) {
    super(spreadsheetProblems[kind]);
  }
}
