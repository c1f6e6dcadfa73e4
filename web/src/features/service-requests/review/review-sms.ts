import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { ReactNode } from 'react';
import type { ResendAction } from '../timeline/timeline-entry.tsx';

/** The text messages of a request, provided by another feature through the pages. */
export interface ReviewSms {
  /** Shown beside the SMS filter. */
  tools: (request: ServiceRequest) => ReactNode;
  /** Replaces the comment box while texts are shown. */
  composer: (request: ServiceRequest) => ReactNode;
  /** Renders a resend button. */
  resend: ResendAction;
  /** The transcript dialog. */
  transcript: (request: ServiceRequest, onClose: () => void) => ReactNode;
}
