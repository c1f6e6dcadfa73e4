import type { Recognizable } from '@kinbridge/contract/members/member-matching';
import type { MemberCandidate } from '@kinbridge/contract/members/members.contract';
import { counted } from '@kinbridge/contract/shared/counted';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Anchor, Button, Text } from '@mantine/core';
import { useCovering } from '../dialog/covering.ts';
import { Dialog, DialogFooter } from '../dialog/dialog.tsx';
import { IconExternalLink } from '../icons/later-icons.ts';
import { comparePerson } from './compare-person.ts';
import type { SamePersonAnswer } from './possible-match.ts';
import classes from './same-person-dialog.module.css';

const texts = {
  title: 'Is this the same person?',
  found: (name: string, count: number) =>
    `${name} may be ${count === 1 ? 'a member' : `one of ${counted(count, 'member')}`} you already have.`,
  notSaved: 'Nothing has been saved yet.',
  yes: (name: string) => `Yes, this is ${name}`,
  no: 'No, a new person',
  typed: 'You typed',
  listed: 'Your list',
  member: (id: number) => `Member ${id}`,
  openMember: (id: number) => `Member ${id}, opens in a new tab`,
  differs: 'Different',
  keeps: 'If you choose a member, what is on their record stays as it is. Only blanks are filled in.',
  idTaken: (name: string) => `${name} has this participant ID. A new person needs another ID, or none.`,
};

interface SamePersonDialogProps {
  typed: Recognizable;
  candidates: MemberCandidate[];
  /** The person comes from a list, not from a form. */
  listed?: boolean;
  onAnswer: (answer: SamePersonAnswer) => void;
  /** Back to the form, as it was. */
  onCancel: () => void;
}

/** Asks staff whether a typed person is one of the members they may be. */
export function SamePersonDialog({ typed, candidates, listed = false, onAnswer, onCancel }: SamePersonDialogProps) {
  useCovering(onCancel);
  const holder = candidates.find(({ participantId }) => participantId && participantId === typed.participantId);
  return (
    <Dialog opened onClose={onCancel} title={texts.title} size={560}>
      <Text fz="inherit">
        {texts.found(fullName(typed), candidates.length)} {!listed && texts.notSaved}
      </Text>
      {candidates.map((candidate) => (
        <Candidate key={candidate.id} {...{ typed, candidate, listed }} onChoose={() => onAnswer(candidate.id)} />
      ))}
      <Text className="text-inherit dimmed mt-sm">{texts.keeps}</Text>
      {holder && <Text className="text-inherit dimmed mt-sm">{texts.idTaken(fullName(holder))}</Text>}
      <DialogFooter>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button variant="light" onClick={() => onAnswer('new')}>
          {texts.no}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

interface CandidateProps {
  typed: Recognizable;
  candidate: MemberCandidate;
  listed: boolean;
  onChoose: () => void;
}

function Candidate({ typed, candidate, listed, onChoose }: CandidateProps) {
  const name = fullName(candidate);
  return (
    <section className={`clip box column mt-sm ${classes.candidate}`} aria-label={`${name}, member ${candidate.id}`}>
      <table className={`table numbers table-fixed ${classes.facts}`}>
        <thead>
          <tr>
            <td />
            <th className="text-xs bold label" scope="col">
              {listed ? texts.listed : texts.typed}
            </th>
            <th className="text-xs bold label" scope="col">
              <Anchor
                href={`/members/${candidate.id}`}
                target="_blank"
                rel="noopener"
                fz="inherit"
                aria-label={texts.openMember(candidate.id)}
              >
                {texts.member(candidate.id)} <IconExternalLink size={14} aria-hidden="true" />
              </Anchor>
            </th>
          </tr>
        </thead>
        <tbody>
          {comparePerson(typed, candidate).map(({ label, differs, ...values }) => (
            <tr key={label} data-differs={differs || undefined}>
              <th className="text-xs bold label" scope="row">
                {label}
                {differs && <span className={classes.differs}>{texts.differs}</span>}
              </th>
              <td>{values.typed}</td>
              <td>{values.known}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button variant="light" onClick={onChoose} aria-label={`${texts.yes(name)}, member ${candidate.id}`}>
        {texts.yes(name)}
      </Button>
    </section>
  );
}
