import { type UsageCount, usageCounts } from '@kinbridge/contract/operator/operator-usage.contract';
import { inNumbers } from '@kinbridge/contract/shared/counted';
import { Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatFileSize } from '../../../lib/file-size.ts';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import plain from '../../../ui/table/plain-table.module.css';
import { usePages } from '../../../ui/table/use-pages.ts';
import classes from '../operator-table.module.css';
import { ScrollRegion } from '../scroll-region.tsx';
import { usageQuery, useCountUsage } from './usage.api.ts';

const labels: Record<UsageCount, string> = {
  staff: 'Staff',
  members: 'Members',
  sent: 'Sent',
  received: 'Received',
  texts: 'Texts',
  answers: 'Form answers',
  files: 'Files',
};

const orders = [
  { value: 'name,asc', label: 'Name' },
  ...usageCounts.flatMap((name) => [
    { value: `${name},desc`, label: `${labels[name]}, in all` },
    { value: `${name}Recent,desc`, label: `${labels[name]}, last 30 days` },
  ]),
];

function shown(name: UsageCount, value: number): string {
  return name === 'files' ? formatFileSize(value) : inNumbers(value);
}

/** What each organization uses, in counts only. */
export function UsageList() {
  const [sort, setSort] = useState('name,asc');
  const pages = usePages('operator-usage', [20, 50, 100]);
  const list = useQuery(usageQuery(sort, pages.page, pages.size));
  const count = useCountUsage();
  const countedAt = list.data?.content[0]?.countTimestamp;
  return (
    <SectionCard
      title="By organization"
      count={list.data?.totalElements}
      action={
        <Button variant="default" loading={count.isPending} onClick={() => count.mutate()}>
          Count Again
        </Button>
      }
    >
      <Group px="md" pb="sm" align="flex-end">
        <Select
          label="Order"
          allowDeselect={false}
          data={orders}
          value={sort}
          onChange={(value) => {
            setSort(value ?? 'name,asc');
            pages.onPage(0);
          }}
        />
        <Text c="dimmed" role="status">
          {count.data?.message ?? count.error?.message ?? (countedAt && `Counted ${formatDateTime(countedAt)}`)}
        </Text>
      </Group>
      <PagedRows list={list} pages={pages} empty="Organizations are counted every night. Count Again counts them now.">
        {(rows) => (
          <ScrollRegion className={classes.scroll} label="Numbers">
            <table className={`${plain.table} ${classes.table}`} aria-label="Usage by organization">
              <thead>
                <tr>
                  <th scope="col">Organization</th>
                  {usageCounts.map((name) => (
                    <th key={name} scope="col" className={classes.number}>
                      {labels[name]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((organization) => (
                  <tr key={organization.id}>
                    <th scope="row">{organization.name}</th>
                    {usageCounts.map((name) => (
                      <td key={name} className={classes.number}>
                        {shown(name, organization[name].all)}
                        <span className="block text-xs dimmed">
                          {shown(name, organization[name].recent)} in 30 days
                        </span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
      </PagedRows>
    </SectionCard>
  );
}
