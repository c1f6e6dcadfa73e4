import type { Submission } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useExistingPage, useListUrl } from '../../../lib/lists/list-url.ts';
import { IconChevronRight } from '../../../ui/icons/icons.ts';
import { IconChartBar } from '../../../ui/icons/later-icons.ts';
import { ListPage, ListToolsSpace } from '../../../ui/page/list-page.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { NothingFound } from '../../../ui/states/nothing-found.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { DataTableFooter } from '../../../ui/table/data-table-footer.tsx';
import { SearchBox } from '../../../ui/table/search-box.tsx';
import { FormPeriodFields, useFormPeriod } from '../form-period.tsx';
import { formUrl } from '../form-url.ts';
import { formsTexts } from '../forms.texts.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { ColumnChooser, useHiddenColumns } from './column-chooser.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { answerReader, askedIn } from './submission-questions.ts';
import { submissionSortFields, submissionsQuery } from './submissions.api.ts';
import classes from './submissions.module.css';
import { NarrowSubmission, submissionColumns, whoAnswered } from './submissions-columns.tsx';

const newestFirst = { field: 'createTimestamp' as const, descending: true };

/** Specification §2, /forms-submissions: the answers to all versions of a form. */
export function SubmissionsScreen({ newest, versions }: { newest: FormVersion; versions: FormVersion[] }) {
  const address = useListUrl({ sortFields: submissionSortFields, sort: newestFirst });
  const { page, size, sort, search } = address;
  const period = useFormPeriod();
  const asked = { page, size, sort, search, ...period };
  const list = useQuery(submissionsQuery(newest.id, asked));
  const { data, isPlaceholderData } = list;
  useExistingPage(address, list);
  const [hidden, setHidden] = useHiddenColumns(newest.uniqueSurveyId);
  const [open, setOpen] = useState<Submission | null>(null);
  const questions = useMemo(() => askedIn(versions), [versions]);
  const columns = useMemo(() => {
    const shown = questions.filter(({ key }) => !hidden.has(key));
    return submissionColumns({ questions: shown, read: answerReader(versions), onOpen: setOpen });
  }, [questions, hidden, versions]);

  const narrowed = search !== '' || period.fromDate !== '' || period.toDate !== '';
  const showAll = () => address.change({ search: '', more: { fromDate: null, toDate: null } });
  const title = formLabel(newest);
  return (
    <>
      <nav aria-label="Breadcrumb" className={`gap-2xs px-lg pb-0 pt-sm row wrap text-xs dimmed ${classes.crumb}`}>
        <Anchor component={Link} to="/forms-library" fz="inherit">
          {formsTexts.library}
        </Anchor>
        <IconChevronRight size={14} aria-hidden="true" />
        <span aria-current="page">Submissions</span>
      </nav>
      <ListPage
        title={title}
        action={
          <div className={`flex wrap gap-xs ${classes.actions}`}>
            <ExportButtons surveyId={newest.id} period={period} />
            <Button component={Link} to={formUrl('analytics', newest.id)} leftSection={<IconChartBar />}>
              Analytics
            </Button>
          </div>
        }
      >
        <div className={`gap-xs px-lg py-xs gap-x-10 border-bottom flex items-start wrap fixed ${classes.tools}`}>
          <SearchBox
            placeholder="Search answers..."
            value={search}
            onSearch={(text) => address.change({ search: text })}
          />
          <FormPeriodFields
            period={period}
            onChange={({ fromDate, toDate }) =>
              address.change({ more: { fromDate: fromDate || null, toDate: toDate || null }, replace: true })
            }
          />
          <ListToolsSpace />
          <ColumnChooser questions={questions} hidden={hidden} onChange={setHidden} />
        </div>
        <DataTable
          label={`Submissions of ${title}`}
          wide
          columns={columns}
          narrow={(submission, focus) => <NarrowSubmission submission={submission} focus={focus} onOpen={setOpen} />}
          rows={data?.content}
          rowName={whoAnswered}
          sort={sort}
          onSort={(next) => address.change({ sort: next })}
          onOpen={setOpen}
          listKey={JSON.stringify(isPlaceholderData ? null : asked)}
          list={list}
          empty={data?.totalElements === 0 && <NoSubmissions narrowed={narrowed} onShowAll={showAll} />}
        />
        <DataTableFooter {...address.pages} total={data?.totalElements} stale={list.isPlaceholderData} />
      </ListPage>
      {open && <AnswerDialog answerId={open.id} onClose={() => setOpen(null)} />}
    </>
  );
}

/** The form has no answers, or none that match. */
function NoSubmissions({ narrowed, onShowAll }: { narrowed: boolean; onShowAll: () => void }) {
  if (!narrowed) {
    const text = 'Share the link of the form, assign it to members, or upload responses in the Forms Library.';
    return <EmptyState title={formsTexts.noSubmissions} text={text} />;
  }
  const text = 'No answers match on these days.';
  return <NothingFound title="Nothing found" text={text} clear="Show all answers" onClear={onShowAll} />;
}
