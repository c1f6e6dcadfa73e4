import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import { ActionIcon, Button, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api.ts';
import { useOwnOrganizationId } from '../../lib/current-user.ts';
import { lastPageOf } from '../../lib/lists/page-size.ts';
import { staffQuery } from '../../lib/queries/staff.query.ts';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons/icons.ts';
import { IconPencil } from '../../ui/icons/later-icons.ts';
import { CountTabs } from '../../ui/table/count-tabs.tsx';
import { EmployeeRecipients } from './employee-recipients.tsx';
import type { MassMessageDraft } from './mass-message-draft.ts';
import classes from './mass-messaging.module.css';
import { massMessagingTexts, people, skippedText } from './mass-messaging.texts.ts';
import { MemberRecipients } from './member-recipients.tsx';
import { memberPageSize, membersQuery, previewQuery, recipientIds } from './new-mass-message.api.ts';
import { StepFooter } from './step-footer.tsx';

interface RecipientsStepProps {
  draft: MassMessageDraft;
  onChange: (change: Partial<MassMessageDraft>) => void;
  onBack: () => void;
  onNext: () => void;
}

const pauseMs = 400;

/** Step 2: the recipients. The selection stays across pages, filters and tabs. */
export function RecipientsStep({ draft, onChange, onBack, onNext }: RecipientsStepProps) {
  const organizationId = useOwnOrganizationId();
  const { data: members } = useQuery(membersQuery(organizationId, draft));
  const { data: staff } = useQuery(staffQuery(organizationId));
  const { memberIds, employeeIds, tab, page } = draft;
  const chosen = memberIds.length + employeeIds.length;
  const narrowed = Object.values(draft.filters).some(Boolean);

  return (
    <>
      <div className={`gap-10 card row fixed relative hovered ${classes.said}`}>
        <Title order={2} tabIndex={-1} className={classes.hiddenTitle}>
          {massMessagingTexts.steps.recipients}
        </Title>
        <p className={`m-0 clip fill line-20 anywhere ${classes.saidText}`}>“{draft.message.trim()}”</p>
        <Button variant="subtle" leftSection={<IconPencil />} onClick={onBack}>
          Edit
        </Button>
      </div>
      <CountTabs
        label={massMessagingTexts.steps.recipients}
        tabs={[
          { value: 'members', label: 'Members', count: members?.totalElements, chosen: memberIds.length, narrowed },
          { value: 'employees', label: 'Employees', count: staff?.length, chosen: employeeIds.length },
        ]}
        value={tab}
        onChange={(next) => onChange({ tab: next })}
      >
        {tab === 'members' ? (
          <MemberRecipients organizationId={organizationId} draft={draft} onChange={onChange} />
        ) : (
          <EmployeeRecipients organizationId={organizationId} draft={draft} onChange={onChange} />
        )}
      </CountTabs>
      <StepFooter summary={<Selected draft={draft} onClear={() => onChange({ memberIds: [], employeeIds: [] })} />}>
        {tab === 'members' && members && members.totalElements > memberPageSize && (
          <Pager page={page} total={members.totalElements} onPage={(next) => onChange({ page: next })} />
        )}
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button disabled={chosen === 0} onClick={onNext}>
          Next
        </Button>
      </StepFooter>
    </>
  );
}

/** The total of both tabs, and who will be skipped, before anything is sent. */
function Selected({ draft, onClear }: { draft: MassMessageDraft; onClear: () => void }) {
  const { memberIds, employeeIds } = draft;
  const count = memberIds.length + employeeIds.length;
  const [settled] = useDebouncedValue(recipientIds(draft), pauseMs);
  const { data: preview, error } = useQuery(previewQuery(draft.message.trim(), settled));
  if (count === 0) return <>No one selected yet.</>;
  const parts = [
    ...(memberIds.length > 0 ? [counted(memberIds.length, 'member')] : []),
    ...(employeeIds.length > 0 ? [counted(employeeIds.length, 'employee')] : []),
  ];
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <>
      <strong>{people(count)}</strong> selected: {parts.join(', ')}.{' '}
      {gone ? massMessagingTexts.strangers : preview && skippedText(preview.skipped)}{' '}
      <button type="button" className={classes.clear} onClick={onClear}>
        Clear
      </button>
    </>
  );
}

function Pager({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const last = lastPageOf(total, memberPageSize);
  const from = page * memberPageSize + 1;
  return (
    <nav className={`row gap-2xs numbers dimmed nowrap ${classes.pager}`} aria-label="Pages">
      <span role="status" className={classes.range}>
        {inNumbers(from)}–{inNumbers(Math.min(total, from + memberPageSize - 1))} of {inNumbers(total)}
      </span>
      <ActionIcon
        className={classes.turn}
        aria-label="Previous page"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon
        className={classes.turn}
        aria-label="Next page"
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </nav>
  );
}
