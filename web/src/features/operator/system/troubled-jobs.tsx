import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/dates.ts';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { notifySuccess } from '../../../ui/notices/notices.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import plain from '../../../ui/table/plain-table.module.css';
import { usePages } from '../../../ui/table/use-pages.ts';
import classes from '../operator-table.module.css';
import { jobsQuery, useRetryJob } from './system.api.ts';

/** Jobs that failed at least once, with a button that runs them again. */
export function TroubledJobs() {
  const pages = usePages('operator-jobs', [10, 50]);
  const list = useQuery(jobsQuery(pages.page, pages.size));
  const retry = useRetryJob();
  return (
    <SectionCard title="Failed and retrying jobs" count={list.data?.totalElements}>
      {retry.error && <CallFailure title="We couldn't run the job again" error={retry.error} />}
      <PagedRows list={list} pages={pages} empty="No job has failed.">
        {(rows) => (
          <div className={classes.scroll}>
            <table
              className={`${plain.table} ${classes.table} ${classes.stacked}`}
              aria-label="Failed and retrying jobs"
            >
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
                {rows.map((job) => (
                  <tr key={job.id}>
                    <td>
                      {jobName(job.task)}
                      <span className="block text-xs dimmed">
                        {job.task}, from {formatDateTime(job.createTimestamp)}
                      </span>
                    </td>
                    <td data-label="Error">{job.error}</td>
                    <td data-label="Tries">
                      {job.attempts} of {job.maxAttempts}
                    </td>
                    <td data-label="Next try">{job.nextTimestamp ? formatDateTime(job.nextTimestamp) : 'Never'}</td>
                    <td>
                      <Button
                        variant="default"
                        aria-label={`Retry: ${jobName(job.task)} #${job.id}`}
                        onClick={() => retry.mutate(job.id, { onSuccess: () => notifySuccess('Job queued again.') })}
                      >
                        Retry
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedRows>
    </SectionCard>
  );
}

const names: Record<string, string> = {
  'send-email': 'Send an email',
  'mail-account': 'Email a link or code',
  'post-support-message': 'Post a question to the chat',
  'remove-file': 'Delete a file',
  'write-campaigns': 'Send mass messages',
  'take-in-member-list': 'Import members',
  'import-responses': 'Import responses',
  'erase-archived': 'Erase a member from archives',
  'erase-searches': 'Erase a member from searches',
  'anchor-audit-log': 'Anchor the audit log',
  'ask-to-confirm-services': 'Ask to confirm services',
  'count-usage': 'Count usage',
  'prepare-months': 'Prepare the next months',
  'purge-expired': 'Delete expired links and sessions',
  retention: 'Delete old records',
};

/** What a job does; the server's log has its technical name. */
function jobName(task: string): string {
  return names[task] ?? task;
}
