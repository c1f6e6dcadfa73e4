import { callQuery } from '../api.ts';

/** Up to when texts and entries of the audit log are archived. An operator archives a month rarely. */
export const archiveQuery = callQuery(['archive'], 'GET /v1/archive', { staleTime: Number.POSITIVE_INFINITY });
