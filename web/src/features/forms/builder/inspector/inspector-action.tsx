import type { Availability } from '@kinbridge/contract/services/availability';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { type SurveyElement, surveyActionLabels } from '@kinbridge/forms/form-definition';
import { Divider, Select } from '@mantine/core';
import { useNow } from '../../../../lib/use-now.ts';
import { IconBolt } from '../../../../ui/icons/later-icons.ts';
import { unconfirmedText } from '../../../../ui/unconfirmed-text.ts';
import { useBuilder } from '../builder-context.ts';
import { textFor } from '../definition/local-text.ts';

interface ActionSettingsProps {
  element: SurveyElement;
  onChange: (changes: Record<string, unknown>) => void;
}

/** Specification §2: what a yes to the question does, with a sentence that says so. */
export function ActionSettings({ element, onChange }: ActionSettingsProps) {
  const { services } = useBuilder();
  const now = useNow();
  const creates = element.surveyAction === 'createServiceRequest';
  const service = services?.find(({ id }) => id === element.serviceId);
  // A deleted service, or another organization's in an imported form, can't be chosen.
  const unknown = creates && services !== undefined && element.serviceId !== undefined && !service;
  return (
    <>
      <Divider />
      <h2 className="m-0 row gap-xs text-md heavy">
        <IconBolt className="link" size={18} aria-hidden="true" />
        Survey Action
      </h2>
      <Select
        aria-label="Survey Action"
        allowDeselect={false}
        data={Object.entries(surveyActionLabels).map(([value, label]) => ({ value, label }))}
        value={creates ? 'createServiceRequest' : 'none'}
        onChange={(value) =>
          onChange(
            value === 'createServiceRequest'
              ? { surveyAction: value }
              : { surveyAction: undefined, serviceId: undefined },
          )
        }
      />
      {creates && (
        <>
          <Select
            label="Select Service To Create on Completion"
            placeholder={services?.length === 0 ? 'Your organization has no services' : 'Select a service'}
            searchable
            nothingFoundMessage="No matching service"
            data={(services ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            renderOption={({ option }) => (
              <div>
                {option.label}
                <ServiceMarks service={services?.find(({ id }) => String(id) === option.value)} now={now} />
              </div>
            )}
            value={service ? String(service.id) : null}
            error={unknown ? 'This service is no longer available. Select another.' : null}
            onChange={(value) => onChange({ serviceId: value === null ? undefined : Number(value) })}
          />
          {service && (
            <p className="m-0 px-sm py-10 round-md text-xs tint line-17">
              When someone {answers(element)} and sends the form,{' '}
              {service.availability === 'PAUSED' ? (
                <>
                  no request for <strong>{service.name}</strong> is created while it is paused. The answer is marked.
                </>
              ) : (
                <>
                  a request for <strong>{service.name}</strong> appears in Incoming as Requested.
                </>
              )}
            </p>
          )}
          <ServiceMarks service={service} now={now} />
        </>
      )}
    </>
  );
}

const availabilityMarks: Partial<Record<Availability, string>> = {
  PAUSED: 'Paused: answers create no request until it opens again',
  FULL: 'Full: answers still create requests',
};

/** What speaks against a service: answers pass over a paused one, and nobody may have confirmed it. */
function ServiceMarks({ service, now }: { service: Service | undefined; now: number }) {
  if (!service) return null;
  const marks = [availabilityMarks[service.availability], unconfirmedText(service, now)].filter(Boolean);
  return marks.map((mark) => (
    <span key={String(mark)} className="block text-xs line-17 amber">
      {mark}
    </span>
  ));
}

function answers(element: SurveyElement) {
  if (element.type === 'boolean') {
    return (
      <>
        answers <strong>{textFor(element.labelTrue, 'default') || 'Yes'}</strong>
      </>
    );
  }
  const chooses = ['radiogroup', 'checkbox', 'dropdown', 'tagbox', 'buttongroup'].includes(element.type);
  return `${chooses ? 'chooses' : 'answers'} anything but none or no`;
}
