import { writeXlsx } from 'hucre/xlsx';

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const header = ['First Name', 'Last Name', 'Date of Birth', 'Phone Number'];

/** A spreadsheet with these people, ready for a file input or an API call. */
export async function writeList(rows: (string | number | null)[][], name = 'members.xlsx') {
  const bytes = await writeXlsx({ sheets: [{ name: 'Members', rows: [header, ...rows] }] });
  return { name, mimeType: xlsxType, buffer: Buffer.from(bytes) };
}
