import { outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { fullName } from '@kinbridge/contract/users/full-name';
import { ActionIcon, Anchor } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBirthday, formatDate, formatDateTime } from '../../../lib/dates.ts';
import { formatPhoneNumber } from '../../../lib/format-phone-number.ts';
import { IconExternalLink, IconMessage } from '../../../ui/icons/later-icons.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { usePointedTooltip } from '../../../ui/popover/use-pointed-tooltip.tsx';
import { AttachmentCard } from '../attachment-card.tsx';
import type { Attachment } from '../attachment-file.ts';
import { outcomeTexts } from '../outcome.texts.ts';
import { contactFacts } from '../service-contact.tsx';
import classes from './review-side.module.css';

interface ReviewMemberProps {
  patient: ServiceRequest['patient'];
  onTranscript: () => void;
}

/** The member, with a link to their page. */
export function ReviewMember({ patient, onTranscript }: ReviewMemberProps) {
  const page = `/members/${patient.id}`;
  const [overTranscript, transcriptTooltip] = usePointedTooltip(() => 'SMS transcript');
  const [overTab, tabTooltip] = usePointedTooltip(() => 'Open in a new tab');
  const about = [patient.dateOfBirth && `Born ${formatBirthday(patient.dateOfBirth)}`, patient.zipCode];
  return (
    <section className={`mt-14 pt-sm border-top ${classes.section}`} aria-label={`Member: ${fullName(patient)}`}>
      <h3 className="m-0 mb-2xs text-xs line-18 bold label">Member</h3>
      <div className={`gap-xs row ${classes.member}`}>
        <PersonAvatar firstName={patient.firstName} lastName={patient.lastName} size={30} />
        <div className="fill line-18 anywhere">
          <Anchor component={Link} to={page} fz="inherit">
            {fullName(patient)}
          </Anchor>
          <div className="text-xs numbers dimmed">{about.filter(Boolean).join(' · ') || '–'}</div>
        </div>
        <ActionIcon aria-label="SMS transcript" onClick={onTranscript} {...overTranscript}>
          <IconMessage />
        </ActionIcon>
        {transcriptTooltip}
        <ActionIcon
          component="a"
          href={page}
          target="_blank"
          rel="noopener"
          aria-label="Open the member in a new tab"
          {...overTab}
        >
          <IconExternalLink />
        </ActionIcon>
        {tabTooltip}
      </div>
      <dl className={`m-0 mb-xs ${classes.facts}`}>
        <Fact label="Phone">
          {patient.phoneNumber && <a href={`tel:${patient.phoneNumber}`}>{formatPhoneNumber(patient.phoneNumber)}</a>}
        </Fact>
        <Fact label="Email">{patient.email && <a href={`mailto:${patient.email}`}>{breakable(patient.email)}</a>}</Fact>
      </dl>
    </section>
  );
}

/** The request: what was asked, by whom, of whom, and its attachment. */
export function ReviewRequest({ request, onView }: { request: ServiceRequest; onView: (file: Attachment) => void }) {
  const { service, organization, fileName, outcome } = request;
  const direct = organization.id === service.organizationId;
  return (
    <section className={`mt-14 pt-sm border-top ${classes.section}`} aria-label="Request">
      <h3 className="m-0 mb-2xs text-xs line-18 bold label">Request</h3>
      <dl className={`m-0 mb-xs ${classes.facts}`}>
        <Fact label="From">{organization.name}</Fact>
        <Fact label="To">{service.organization.name}</Fact>
        <Fact label="Service">{service.name}</Fact>
        {contactFacts(service.contact).map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        <Fact label="Category">{`${serviceTypeLabels[service.type]} · ${direct ? 'Direct' : 'Referral'}`}</Fact>
        <Fact label="Sent">{formatDate(request.createTimestamp)}</Fact>
        {request.dueTimestamp && <Fact label="Due">{formatDateTime(request.dueTimestamp)}</Fact>}
        {request.completeTimestamp && <Fact label="Completed">{formatDate(request.completeTimestamp)}</Fact>}
        {outcome && (
          <Fact label={outcomeTexts.column}>
            {outcomeLabel(outcome.code)}
            {outcome.note && <span className="block dimmed pre-line">{outcome.note}</span>}
          </Fact>
        )}
      </dl>
      {fileName && <AttachmentCard attachment={{ of: 'request', id: request.id, fileName }} onView={onView} />}
    </section>
  );
}

/** An email that breaks after its punctuation, and inside a word only if needed. */
function breakable(email: string): ReactNode {
  return email.split(/(?<=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="dimmed">{label}</dt>
      <dd className="m-0 numbers anywhere">{children || '–'}</dd>
    </div>
  );
}
