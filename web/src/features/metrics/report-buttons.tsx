import type { MetricPeriod } from '@kinbridge/contract/metrics/metric-periods';
import { DownloadButton } from '../../ui/download-button.tsx';
import { downloadReport } from './metrics.api.ts';

/** Downloads the dashboard as a report, and its requests as a list. */
export function ReportButtons({ organizationId, period }: { organizationId: number; period: MetricPeriod }) {
  return (['csv', 'pdf'] as const).map((kind) => (
    <DownloadButton
      key={kind}
      variant={kind === 'csv' ? 'default' : 'filled'}
      aria-label={`Download ${kind.toUpperCase()}`}
      load={() => downloadReport(kind, organizationId, period)}
      failed="We couldn't download the report."
    >
      {kind.toUpperCase()}
    </DownloadButton>
  ));
}
