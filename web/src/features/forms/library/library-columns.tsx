import type { ListedForm } from '@kinbridge/contract/forms/forms.contract';
import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Anchor, Badge } from '@mantine/core';
import { Link } from 'react-router';
import { formatDate, formatLongDateTime } from '../../../lib/dates.ts';
import type { Column, FocusProps } from '../../../ui/table/data-table-columns.ts';
import classes from './library.module.css';
import { LibraryActions, type LibraryActionsProps } from './library-actions.tsx';
import { contentsOf, type FormSortField, type LibraryTab, opens } from './library-tabs.ts';

interface LibraryRowProps extends LibraryActionsProps {
  tab: LibraryTab;
}

export function libraryColumns({ tab, ...handlers }: LibraryRowProps): Column<ListedForm, FormSortField>[] {
  return [
    {
      key: 'form',
      title: 'Form',
      width: 330,
      sort: 'title',
      render: (form, focus) => <FormName form={form} tab={tab} focus={focus} />,
    },
    {
      key: 'questions',
      title: 'Questions',
      width: 86,
      rigid: true,
      hides: 2,
      render: (form) => <span className="numbers">{contentsOf(form).questions}</span>,
    },
    {
      key: 'actions',
      title: 'Survey Actions',
      width: 112,
      rigid: true,
      hides: 1,
      render: (form) => <span className="numbers">{contentsOf(form).actions || '–'}</span>,
    },
    {
      key: 'published',
      title: 'Published',
      width: 112,
      sort: 'published',
      startsFalling: true,
      rigid: true,
      hides: 3,
      render: ({ createTimestamp }) => (
        <time dateTime={createTimestamp} title={formatLongDateTime(createTimestamp)} className="dimmed">
          {formatDate(createTimestamp)}
        </time>
      ),
    },
    {
      key: 'responses',
      title: 'Responses',
      width: 96,
      sort: 'responses',
      startsFalling: true,
      rigid: true,
      hides: 5,
      render: ({ responses }) => <span className="numbers">{inNumbers(responses)}</span>,
    },
    {
      key: 'answered',
      title: 'Last Answer',
      width: 112,
      sort: 'answered',
      startsFalling: true,
      rigid: true,
      hides: 4,
      render: ({ lastAnswerTimestamp: last }) =>
        last ? (
          <time dateTime={last} title={formatLongDateTime(last)} className="dimmed">
            {formatDate(last)}
          </time>
        ) : (
          <span className="dimmed">–</span>
        ),
    },
    {
      key: 'buttons',
      title: 'Share and archive',
      width: 320,
      rigid: true,
      render: (form, { tabIndex }) => <LibraryActions form={form} tabIndex={tabIndex} {...handlers} />,
    },
  ];
}

/** A form on a phone: its name, contents and date, with its actions below. */
export function NarrowForm({
  form,
  focus,
  tab,
  ...handlers
}: LibraryRowProps & { form: ListedForm; focus: FocusProps }) {
  const { questions, actions } = contentsOf(form);
  return (
    <div className={classes.narrow}>
      <FormName form={form} tab={tab} focus={focus} />
      <span className="clip block text-sm dimmed text-cut">
        {[
          counted(questions, 'question'),
          ...(actions > 0 ? [counted(actions, 'Survey Action')] : []),
          formatDate(form.createTimestamp),
        ].join(' · ')}
      </span>
      <span className="clip block text-sm dimmed text-cut">
        {counted(form.responses, 'response')}
        {form.lastAnswerTimestamp && `, last answer ${formatDate(form.lastAnswerTimestamp)}`}
      </span>
      <LibraryActions form={form} tabIndex={focus.tabIndex} {...handlers} />
    </div>
  );
}

function FormName({ form, tab, focus }: { form: ListedForm; tab: LibraryTab; focus: FocusProps }) {
  return (
    <span className="row min-w-0 gap-xs">
      <Anchor component={Link} {...opens(tab, form)} {...focus} fw={600} fz="inherit" truncate title={formLabel(form)}>
        {formLabel(form)}
      </Anchor>
      {form.archivedAt !== null && tab !== 'archived' && (
        <Badge color="gray" variant="light" size="sm" className={classes.archived}>
          Archived
        </Badge>
      )}
    </span>
  );
}
