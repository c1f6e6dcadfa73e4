import type { MetricPeriod } from '@kinbridge/contract/metrics/metric-periods';
import { Button } from '@mantine/core';
import { saveFile } from '../../lib/save-file.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { IconDownload } from '../../ui/icons/icons.ts';
import { notifyError } from '../../ui/notices/notices.tsx';
import { downloadReport } from './metrics.api.ts';

interface ReportButtonsProps {
  organizationId: number;
  period: MetricPeriod;
}

/** Downloads the dashboard as a report, and its requests as a list. */
export function ReportButtons({ organizationId, period }: ReportButtonsProps) {
  const csv = useReport('csv', organizationId, period);
  const pdf = useReport('pdf', organizationId, period);
  return (
    <>
      <Button
        variant="default"
        aria-label="Download CSV"
        leftSection={<IconDownload />}
        loading={csv.isPending}
        onClick={() => csv.mutate()}
      >
        CSV
      </Button>
      <Button
        aria-label="Download PDF"
        leftSection={<IconDownload />}
        loading={pdf.isPending}
        onClick={() => pdf.mutate()}
      >
        PDF
      </Button>
    </>
  );
}

function useReport(kind: 'csv' | 'pdf', organizationId: number, period: MetricPeriod) {
  return useMutation({
    mutationFn: () => downloadReport(kind, organizationId, period),
    onSuccess: ({ file, name }) => saveFile(file, name),
    onError: (failure) => notifyError(`We couldn't download the report. ${failure.message}`),
  });
}
