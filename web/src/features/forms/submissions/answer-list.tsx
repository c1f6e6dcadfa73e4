import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { useQuery } from '@tanstack/react-query';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { servicesQuery } from '../../../lib/queries/organization.query.ts';
import { IconCheck } from '../../../ui/icons/first-icons.ts';
import { AnswerFiles } from './answer-files.tsx';
import classes from './answer-list.module.css';
import { type AnsweredQuestion, answeredSections } from './answered-sections.ts';

interface AnswerListProps {
  answerId: number;
  definition: SurveyDefinition;
  answers: Record<string, unknown>;
}

/** Each question with its answer, with positive answers marked. */
export function AnswerList({ answerId, definition, answers }: AnswerListProps) {
  const organizationId = useOwnOrganizationId();
  const sections = answeredSections(definition, answers);
  const asks = sections.some(({ questions }) => questions.some(({ serviceIds }) => serviceIds.length > 0));
  const { data: services } = useQuery({ ...servicesQuery(organizationId), enabled: asks });
  // A deleted service has no name.
  const nameOf = (id: number) => services?.find((service) => service.id === id)?.name ?? 'a service';
  return sections.map(({ title, questions }, index) => (
    <section key={index} className={classes.section}>
      {title && <h3>{title}</h3>}
      <dl>
        {questions.map((question) => (
          <div key={question.key} data-positive={question.positive || undefined}>
            <dt className="label anywhere">{question.title}</dt>
            <dd className="bold anywhere pre-line">
              {question.files.length > 0 ? (
                <AnswerFiles answerId={answerId} files={question.files} />
              ) : (
                <AnswerTexts question={question} />
              )}
              {question.serviceIds.length > 0 && (
                <span className={classes.service}>Asked for {question.serviceIds.map(nameOf).join(', ')}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function AnswerTexts({ question: { parts, ranked, positive } }: { question: AnsweredQuestion }) {
  if (parts.length === 0) return <span className="dimmed regular">No answer</span>;
  if (parts.length > 1) {
    const List = ranked ? 'ol' : 'ul';
    return (
      <List>
        {parts.map((part, index) => (
          <li key={index}>{part}</li>
        ))}
      </List>
    );
  }
  return (
    <span className={classes.text}>
      {positive && <IconCheck stroke={2.4} aria-hidden="true" />}
      {parts[0]}
    </span>
  );
}
