import { counted } from '@kinbridge/contract/shared/counted';
import type { RepairReport } from './files-repair.commands.ts';

/** The results for the operator. */
export function repairSentences(report: RepairReport, repair: boolean): string[] {
  const lines = [`Looked at ${counted(report.rows, 'file')} in the database and ${report.kept} in the store.`];
  for (const { fileId, usedBy, known } of report.lost) {
    const where = usedBy.length > 0 ? `It belongs to ${usedBy.join(' and ')}.` : 'Nothing refers to it any more.';
    const told = known
      ? ' The portal already shows that they are lost.'
      : repair
        ? ' The portal now shows that they are lost.'
        : '';
    lines.push(`✗ The contents of file ${fileId} are lost. ${where}${told}`);
  }
  if (report.found.length > 0) {
    lines.push(`The contents of ${counted(report.found.length, 'file')} that were lost are back.`);
  }
  if (report.unnamed > 0) {
    lines.push(
      `${counted(report.unnamed, 'file')} in the store, older than an hour, without a row. ${fate(report, repair)}`,
    );
  }
  if (report.young > 0) {
    lines.push(
      `${counted(report.young, 'file')} without a row, younger than an hour, left alone: they may still be uploading.`,
    );
  }
  if (report.leftovers > 0) {
    const done = repair ? 'Removed.' : 'Can be removed.';
    lines.push(`${counted(report.leftovers, 'half-written file')} from an earlier crash. ${done}`);
  }
  const problems = report.lost.length + report.found.length + report.unnamed + report.leftovers;
  if (problems === 0) lines.push('✓ Every file has its contents, and nothing is left over.');
  else if (!repair) lines.push('Nothing was changed. Run it with --repair to mark lost files and remove the rest.');
  return lines;
}

function fate({ suspicious }: RepairReport, repair: boolean): string {
  if (suspicious) {
    return '✗ That is most of the store, so nothing is removed. Is this the right database? If it is, add --even-most.';
  }
  return repair ? 'Removed.' : 'Can be removed.';
}
