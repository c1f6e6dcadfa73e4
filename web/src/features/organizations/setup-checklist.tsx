import type { OrganizationSetup } from '@kinbridge/contract/organizations/setup.contract';
import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconCircleCheck, IconCircleDashed } from '../../ui/icons/icons.ts';
import { notifyError } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { useDismissSetup } from './setup.api.ts';
import { setupSteps, setupTexts as texts } from './setup.texts.ts';
import classes from './setup-checklist.module.css';

/** A new organization's first steps. Once all are done, the list is hidden on the next visit. */
export function SetupChecklist({ organizationId, setup }: { organizationId: number; setup: OrganizationSetup }) {
  const done = setupSteps.filter(({ step }) => setup[step]).length;
  // Decided once, so that completing the last step doesn't move the page.
  const [open] = useState(done < setupSteps.length);
  const dismiss = useDismissSetup(organizationId);
  if (!open || setup.dismissed) return null;
  return (
    <SectionCard
      title={texts.title}
      note={
        <span className="text-xs bold dimmed" role="status">
          {texts.progress(done, setupSteps.length)}
        </span>
      }
      action={
        <Button
          variant="subtle"
          loading={dismiss.isPending}
          onClick={() =>
            dismiss.mutate(undefined, { onError: (error) => notifyError(`${texts.failed} ${error.message}`) })
          }
        >
          {texts.dismiss}
        </Button>
      }
    >
      <ol className={`m-0 border-top card-body grid unlisted ${classes.steps}`}>
        {setupSteps.map(({ step, title, hint, to }) => (
          <li className="gap-10 flex" key={step} data-done={setup[step] || undefined}>
            {setup[step] ? (
              <IconCircleCheck className="fixed label" size={20} aria-hidden="true" />
            ) : (
              <IconCircleDashed className="fixed label" size={20} aria-hidden="true" />
            )}
            <div>
              <Anchor component={Link} to={to} fz="inherit" fw={600}>
                {title}
              </Anchor>
              {setup[step] && <VisuallyHidden> {texts.done}</VisuallyHidden>}
              <p className="m-0 text-xs line-18 dimmed">{hint}</p>
            </div>
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}
