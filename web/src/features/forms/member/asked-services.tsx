import type { Submission } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { type SurveyDefinition, servicesAskedFor } from '@kinbridge/forms/form-definition';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { servicesQuery } from '../../../lib/queries/organization.query.ts';
import { IconClipboardPlus } from '../../../ui/icons/later-icons.ts';
import { Notice } from '../../../ui/notices/notice.tsx';

interface AskedServicesProps {
  answer: Submission;
  form: FormVersion;
  onRequest: (serviceIds: number[]) => void;
}

/** Services whose question was answered with yes, to request them. */
export function AskedServices({ answer, form, onRequest }: AskedServicesProps) {
  const organizationId = useOwnOrganizationId();
  const asked = servicesAskedFor(form.data as SurveyDefinition, answer.data);
  const { data: services } = useQuery({ ...servicesQuery(organizationId), enabled: asked.length > 0 });
  // A service that is no longer offered can't be requested.
  const offered = services?.filter(({ id }) => asked.includes(id)) ?? [];
  if (offered.length === 0) return null;
  return (
    <Notice
      icon={IconClipboardPlus}
      title={`Asked for: ${offered.map(({ name }) => name).join(', ')}`}
      action={
        <Button variant="default" onClick={() => onRequest(offered.map(({ id }) => id))}>
          New Services Request
        </Button>
      }
    >
      Answers from the link or a screening create this request. Uploaded answers don't.
    </Notice>
  );
}
