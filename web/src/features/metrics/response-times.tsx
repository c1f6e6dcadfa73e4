import { formatDuration } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard, PartnerTimes, SideTimes } from '@kinbridge/contract/metrics/metrics.contract';
import { Text } from '@mantine/core';
import { useCurrentUser } from '../../lib/current-user.ts';
import { SectionCard } from '../../ui/section/section-card.tsx';
import classes from './metrics.module.css';
import { metricTexts } from './metrics.texts.ts';
import { type NumberFilter, NumberLink } from './number-link.tsx';

interface ResponseTimesProps {
  title: string;
  side: 'outgoing' | 'incoming';
  times: SideTimes;
  dashboard: Dashboard;
}

/** Median times on one side, overall and by partner. */
export function ResponseTimes({ title, side, times, dashboard }: ResponseTimesProps) {
  const { sent, received } = dashboard;
  const ownId = useCurrentUser().organizationId;
  const list = { side };
  return (
    <SectionCard
      title={title}
      note={<span className="dimmed">{side === 'incoming' ? 'Received' : 'Sent'}, median</span>}
    >
      {times.partners.length === 0 ? (
        <Text className="empty-note">{metricTexts.nobody}</Text>
      ) : (
        <table className={`table numbers ${classes.times}`}>
          <thead>
            <tr>
              <th scope="col">Partner</th>
              <th scope="col">Requests</th>
              <th scope="col">First response</th>
              <th scope="col">Completion</th>
            </tr>
          </thead>
          <tbody>
            <tr className={classes.everybody}>
              <th scope="row">All partners</th>
              <td>
                <NumberLink value={side === 'outgoing' ? sent.value : received.value} filter={list} />
              </td>
              <Times times={times} list={list} />
            </tr>
            {times.partners.map((partner) => {
              const ofPartner = { ...list, partnerId: String(partner.organization.id) };
              return (
                <tr key={partner.organization.id}>
                  <th scope="row">
                    {partner.organization.name}
                    {partner.organization.id === ownId && <span className="dimmed"> (own)</span>}
                  </th>
                  <td>
                    <NumberLink value={partner.totalCount} filter={ofPartner} />
                  </td>
                  <Times times={partner} list={ofPartner} />
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </SectionCard>
  );
}

function Times({ times, list }: { times: Omit<PartnerTimes, 'organization' | 'totalCount'>; list: NumberFilter }) {
  return (
    <>
      <td>
        <NumberLink
          value={times.respondedCount}
          text={formatDuration(times.firstResponseSeconds)}
          filter={{ ...list, measured: 'first-response' }}
        />
      </td>
      <td>
        <NumberLink
          value={times.completedCount}
          text={formatDuration(times.completionSeconds)}
          filter={{ ...list, measured: 'completion' }}
        />
      </td>
    </>
  );
}
