import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { PageSkeleton } from '../../../ui/page/page-skeleton.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionFailure } from '../../../ui/section/section-failure.tsx';
import { SectionMessage } from '../../../ui/section/section-message.tsx';
import { DataTableFooter } from '../../../ui/table/data-table-footer.tsx';
import classes from '../operator-table.module.css';
import { jobsQuery, useRetryJob } from './system.api.ts';

const sizes = [10, 50];

/** Jobs that failed, with a button that runs them again. */
export function TroubledJobs() {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(10);
  const { data, error, refetch } = useQuery(jobsQuery(page, size));
  const retry = useRetryJob();
  return (
    <SectionCard title="Jobs that failed" count={data?.totalElements}>
      {retry.error && <CallFailure title="We couldn't run the job again" error={retry.error} />}
      {!data && (error ? <SectionFailure sentence={error.message} onRetry={() => void refetch()} /> : <PageSkeleton />)}
      {data?.totalElements === 0 && <SectionMessage>No job has failed.</SectionMessage>}
      {data && data.totalElements > 0 && (
        <>
          <div className={classes.scroll}>
            <table className={classes.table} aria-label="Jobs that failed">
              <thead>
                <tr>
                  <th scope="col">Job</th>
                  <th scope="col">Error</th>
                  <th scope="col">Tries</th>
                  <th scope="col">Next try</th>
                  <th scope="col">Action</th>
                </tr>
              </thead>
              <tbody>
                {data.content.map((job) => (
                  <tr key={job.id}>
                    <td>
                      {job.task} <span className={classes.recent}>from {formatDateTime(job.createTimestamp)}</span>
                    </td>
                    <td>{job.error}</td>
                    <td>
                      {job.attempts} of {job.maxAttempts}
                    </td>
                    <td>{job.nextTimestamp ? formatDateTime(job.nextTimestamp) : 'Never'}</td>
                    <td>
                      <Button variant="default" onClick={() => retry.mutate(job.id)}>
                        Retry
                      </Button>
                    </td>
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
