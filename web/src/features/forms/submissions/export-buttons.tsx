import { Button } from '@mantine/core';
import { saveFile } from '../../../lib/save-file.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { IconDownload } from '../../../ui/icons/later-icons.ts';
import { notifyError } from '../../../ui/notices/notices.tsx';
import type { FormPeriod } from '../form-period.tsx';
import { exportAnswers } from './submissions.api.ts';

/** Exports all answers of the chosen days; a search doesn't narrow it. */
export function ExportButtons({ surveyId, period }: { surveyId: number; period: FormPeriod }) {
  const send = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => exportAnswers(surveyId, format, period),
    onSuccess: (file) => saveFile(file),
    onError: (failure) => notifyError(`We couldn't download the answers. ${failure.message}`),
  });
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload />}
      loading={send.isPending && send.variables === format}
      disabled={send.isPending && send.variables !== format}
      onClick={() => send.mutate(format)}
    >
      {format === 'csv' ? 'Export CSV' : 'Export .xlsx'}
    </Button>
  ));
}
