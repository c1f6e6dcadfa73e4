import { type UsageCount, usageCounts } from '@kinbridge/contract/operator/operator-usage.contract';
import { inNumbers } from '@kinbridge/contract/shared/counted';
import { Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatFileSize } from '../../../lib/file-size.ts';
import { PageSkeleton } from '../../../ui/page/page-skeleton.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionFailure } from '../../../ui/section/section-failure.tsx';
import { SectionMessage } from '../../../ui/section/section-message.tsx';
import { DataTableFooter } from '../../../ui/table/data-table-footer.tsx';
import classes from '../operator-table.module.css';
import { usageQuery, useCountUsage } from './usage.api.ts';

const sizes = [20, 50, 100];

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
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(20);
  const { data, error, refetch } = useQuery(usageQuery(sort, page, size));
  const count = useCountUsage();
  const countedAt = data?.content[0]?.countTimestamp;
  return (
    <SectionCard
      title="By organization"
      count={data?.totalElements}
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
            setPage(0);
          }}
        />
        <Text c="dimmed" role="status">
          {count.data?.message ?? count.error?.message ?? (countedAt && `Counted ${formatDateTime(countedAt)}`)}
        </Text>
      </Group>
      {!data && (error ? <SectionFailure sentence={error.message} onRetry={() => void refetch()} /> : <PageSkeleton />)}
      {data?.totalElements === 0 && (
        <SectionMessage>Organizations are counted every night. Count Again counts them now.</SectionMessage>
      )}
      {data && data.totalElements > 0 && (
        <>
          <div className={classes.scroll}>
            <table className={classes.table} aria-label="Usage by organization">
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
                {data.content.map((organization) => (
                  <tr key={organization.id}>
                    <th scope="row">{organization.name}</th>
                    {usageCounts.map((name) => (
                      <td key={name} className={classes.number}>
                        {shown(name, organization[name].all)}
                        <span className={classes.recent}>{shown(name, organization[name].recent)} in 30 days</span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <DataTableFooter
            page={page}
            size={size}
            sizes={sizes}
            total={data.totalElements}
            onPage={setPage}
            onSize={(next) => {
              setSize(next);
              setPage(0);
            }}
            fixedRows
          />
        </>
      )}
    </SectionCard>
  );
}
