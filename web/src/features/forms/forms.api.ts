import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import type { PageAssets } from '@kinbridge/public/page';
import { queryOptions } from '@tanstack/react-query';
import { call, callQuery } from '../../lib/api.ts';
import { invalidate } from '../../lib/query-client.ts';
import { useCreation } from '../../lib/use-creation.ts';

/** All form data begins with this key, so that one call can invalidate all of it. */
export const formsKey = ['surveys'] as const;

/** The newest version of each form, including archived ones. */
export function formsQuery(organizationId: number) {
  return callQuery([...formsKey, 'list', organizationId], 'GET /v1/organizations/{id}/surveys', {
    params: { id: organizationId },
  });
}

export function formQuery(id: number) {
  return callQuery([...formsKey, 'one', id], 'GET /v1/surveys/{id}', { params: { id } });
}

export function versionsQuery(id: number) {
  return callQuery([...formsKey, 'versions', id], 'GET /v1/surveys/{id}/versions', { params: { id } });
}

/** The public form's assets, for its preview. */
export function formAssetsQuery() {
  return queryOptions({
    queryKey: ['form-assets'] as const,
    queryFn: async ({ signal }) => {
      const answer = await fetch('/form/assets.json', { signal }).catch(() => null);
      const assets = (answer?.ok ? await answer.json() : null) as PageAssets | null;
      if (!assets?.script) throw new Error("We couldn't load the preview. Please try again.");
      return assets;
    },
  });
}

/** The version that an edit started from. */
export type SurveyBase = Pick<FormVersion, 'id' | 'uniqueSurveyId' | 'version' | 'originalSurveyId'>;

export function baseOf({ id, uniqueSurveyId, version, originalSurveyId }: FormVersion): SurveyBase {
  return { id, uniqueSurveyId, version, originalSurveyId };
}

interface Publication {
  title: string;
  data: SurveyDefinition;
  organizationId: number;
  /** Null for a form that was never published. */
  base: SurveyBase | null;
}

/** Specification §4: without an id and a version, a new form; with them, a new version. */
export function usePublish() {
  return useCreation({
    mutationFn: ({ base, ...form }: Publication, idempotencyKey) =>
      base
        ? call('PUT /v1/surveys/{id}', { params: { id: base.id }, body: { ...form, ...base } })
        : call('POST /v1/surveys', { body: form, idempotencyKey }),
    onSuccess: () => void invalidate(formsKey),
  });
}
