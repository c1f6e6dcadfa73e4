import type { UploadedResponses } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { counted } from '@kinbridge/contract/shared/counted';
import { csvLines } from '@kinbridge/contract/shared/csv';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { saveFile } from '../../../lib/save-file.ts';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { IconAlertCircle } from '../../../ui/icons/first-icons.ts';
import { IconCircleCheck } from '../../../ui/icons/icons.ts';
import { IconDownload } from '../../../ui/icons/later-icons.ts';
import { libraryTexts } from './library.texts.ts';
import { opens } from './library-tabs.ts';

const rowsShown = 5;

export interface UploadReport {
  form: Omit<FormVersion, 'data'>;
  fileName: string;
  uploaded: UploadedResponses;
}

interface UploadedResponsesReportProps extends UploadReport {
  onAnother: () => void;
  onClose: () => void;
}

/** The result of an upload: how many responses, which columns and rows were skipped, and why. */
export function UploadedResponsesReport(props: UploadedResponsesReportProps) {
  const { form, fileName, uploaded, onAnother, onClose } = props;
  const { created, rejected, unknownColumns } = uploaded;
  const ResultIcon = created > 0 ? IconCircleCheck : IconAlertCircle;
  const counts = [
    counted(created, 'response added', 'responses added'),
    ...(rejected.length > 0 ? [counted(rejected.length, 'row skipped', 'rows skipped')] : []),
  ];
  return (
    <Dialog opened onClose={onClose} title={libraryTexts.upload}>
      <p className="gap-10 m-0 px-md py-sm mb-14 round-md row bold tint" role="status">
        <ResultIcon className="fixed" size={20} aria-hidden="true" />
        {formLabel(form)}: {counts.join(', ')}.
      </p>
      {unknownColumns.length > 0 && (
        <>
          <p className="m-0 mb-2xs mt-14 bold">Columns that don't match any question</p>
          <p className="text-sm dimmed">{unknownColumns.join(', ')}</p>
        </>
      )}
      {rejected.length > 0 && (
        <>
          <p className="m-0 mb-2xs mt-14 bold">Skipped rows</p>
          <ul className="list mt-xs box anywhere ruled">
            {rejected.slice(0, rowsShown).map(({ row, reason }) => (
              <li className="px-sm py-xs" key={row}>
                <strong className="block bold">Row {row}</strong>
                <span className="text-sm dimmed">{reason}</span>
              </li>
            ))}
          </ul>
          {rejected.length > rowsShown && (
            <p className="text-sm dimmed">And {counted(rejected.length - rowsShown, 'more row', 'more rows')}.</p>
          )}
          <Button
            mt={10}
            variant="default"
            leftSection={<IconDownload />}
            onClick={() =>
              saveFile(
                new Blob([skippedRowsCsv(rejected)], { type: 'text/csv' }),
                `${fileName.replace(/\.\w+$/, '')} - skipped rows.csv`,
              )
            }
          >
            Download skipped rows
          </Button>
        </>
      )}
      <DialogFooter>
        <Button variant="subtle" onClick={onAnother}>
          Upload another file
        </Button>
        {created > 0 && (
          <Button variant="default" component={Link} {...opens('responses', form)} onClick={onClose}>
            See the responses
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The skipped rows of an uploaded spreadsheet as a CSV file. */
function skippedRowsCsv(rejected: { row: number; reason: string }[]): string {
  return `\ufeff${csvLines([['Row', 'Reason'], ...rejected.map(({ row, reason }) => [row, reason])])}`;
}
