import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { type OutcomeCode, outcomeCodes, outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import { Text } from '@mantine/core';
import classes from './metrics.module.css';
import { metricTexts } from './metrics.texts.ts';
import { NumberLink } from './number-link.tsx';

/** How many requests ended with each outcome, sent and received. */
export function ReasonsTable({ dashboard }: { dashboard: Dashboard }) {
  const { sent, received } = dashboard.outcomes;
  const shown = outcomeCodes.filter((code) => sent[code] + received[code] > 0);
  const most = Math.max(1, ...shown.flatMap((code) => [sent[code], received[code]]));
  if (shown.length === 0) return <Text className={classes.beneath}>{metricTexts.noOutcomes}</Text>;
  return (
    <table className={`mt-14 table numbers ${classes.funnel} ${classes.reasons}`}>
      <caption>{metricTexts.reasons}</caption>
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col" colSpan={2}>
            Sent
          </th>
          <th scope="col" colSpan={2}>
            Received
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((code) => (
          <tr key={code}>
            <th scope="row">{outcomeLabel(code)}</th>
            <Bar code={code} count={sent[code]} side="outgoing" most={most} />
            <Bar code={code} count={received[code]} side="incoming" most={most} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface BarProps {
  code: OutcomeCode;
  count: number;
  side: 'outgoing' | 'incoming';
  most: number;
}

function Bar({ code, count, side, most }: BarProps) {
  return (
    <>
      <td data-cell="bar">
        <svg className={`block w-full ${classes.funnelBar}`} aria-hidden="true">
          <rect className="bar-teal" width={`${(count / most) * 100}%`} height="18" rx="4" />
        </svg>
      </td>
      <td data-cell="count">
        <NumberLink value={count} filter={{ side, outcome: code }} />
      </td>
    </>
  );
}
