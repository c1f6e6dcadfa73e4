import { memberFields } from '@kinbridge/contract/member-fields/member-fields';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { ProposedChange } from '@kinbridge/contract/users/proposed-changes.contract';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { formatDateTime } from '../../lib/dates.ts';
import { IconArrowRight } from '../../ui/icons/later-icons.ts';
import { noticeThen, notifyError } from '../../ui/notices/notices.tsx';
import { ActionRow, ActionRows } from '../../ui/section/action-rows.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { valueOrBlank } from './member-values.ts';
import { type Decision, useDecision } from './proposed-changes.api.ts';
import classes from './proposed-changes.module.css';
import { proposalTexts } from './proposed-changes.texts.ts';

interface ProposedChangesProps {
  member: User;
  /** True for staff of the organization that added the member: they accept or decline. */
  decides: boolean;
  /** The name of the organization that added the member. */
  addedBy: string;
  onChanged: () => void;
}

/** Changes that wait for a decision: those of others for the organization that added the member, otherwise your own. */
export function ProposedChanges({ member, decides, addedBy, onChanged }: ProposedChangesProps) {
  const decision = useDecision(member.id);
  const changes = member.proposedChanges ?? [];
  if (changes.length === 0) return null;

  function decide(change: ProposedChange, what: Decision) {
    // For the second click of a double click: the decided row stays until the fresh record has loaded.
    const decided = decision.isSuccess && decision.variables.change.id === change.id;
    if (decided) return;
    decision.mutate(
      { change, decision: what },
      {
        ...noticeThen(proposalTexts.done[what](memberFields[change.field].fact), onChanged),
        onError: (error) => notifyError(error.message),
      },
    );
  }

  const pending = decision.isPending ? decision.variables : null;
  return (
    <SectionCard
      title={proposalTexts.title}
      count={changes.length}
      note={<span className="text-sm dimmed">{decides ? proposalTexts.toDecide : proposalTexts.waiting(addedBy)}</span>}
    >
      <ActionRows>
        {changes.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            decisions={decides ? ['decline', 'accept'] : ['withdraw']}
            pending={pending?.change.id === change.id ? pending.decision : null}
            onDecide={(what) => decide(change, what)}
          />
        ))}
      </ActionRows>
    </SectionCard>
  );
}

interface ChangeRowProps {
  change: ProposedChange;
  decisions: Decision[];
  pending: Decision | null;
  onDecide: (decision: Decision) => void;
}

function ChangeRow({ change, decisions, pending, onDecide }: ChangeRowProps) {
  const { field, value, proposedValue, organization, proposedBy } = change;
  const label = memberFields[field].fact;
  const proposed = valueOrBlank(field, proposedValue);
  return (
    <ActionRow
      actions={decisions.map((decision) => (
        <Button
          key={decision}
          variant={decision === 'accept' ? 'light' : 'default'}
          loading={pending === decision}
          onClick={() => onDecide(decision)}
          aria-label={`${proposalTexts.verbs[decision]}: ${label} ${proposed}`}
        >
          {proposalTexts.verbs[decision]}
        </Button>
      ))}
    >
      <span className="bold">{label}</span>
      <span className={`numbers anywhere ${classes.values}`}>
        <span className="dimmed">{valueOrBlank(field, value)}</span>
        <IconArrowRight size={14} role="img" aria-label="to" className={classes.arrow} />
        <strong>{proposed}</strong>
      </span>
      <span className={`dimmed ${classes.by}`}>
        {fullName(proposedBy)}, {organization.name} · {formatDateTime(change.createTimestamp)}
      </span>
    </ActionRow>
  );
}
