/** Why a file cannot be read as a spreadsheet, each with a sentence that says what to do. */
export const spreadsheetProblems = {
  notSpreadsheet: 'This file is not a spreadsheet. Please choose an .xlsx file.',
  oldFormat: 'This is an old Excel file (.xls). Please open it and save it as .xlsx.',
  protected: 'This spreadsheet is protected by a password. Please save it without one.',
  broken: 'This spreadsheet is damaged and cannot be read. Please open it, save it again as .xlsx, and try once more.',
  tooLarge: 'This spreadsheet unpacks to more than can be read. Please split it into smaller files.',
} as const;

export type SpreadsheetProblemKind = keyof typeof spreadsheetProblems;

export class SpreadsheetProblem extends Error {
  readonly kind: SpreadsheetProblemKind;

  constructor(kind: SpreadsheetProblemKind) {
    super(spreadsheetProblems[kind]);
    this.kind = kind;
  }
}
