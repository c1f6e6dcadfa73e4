/** Every error code with its HTTP status. */
export const errorStatuses = {
  invalid_input: 400,
  document_refused: 400,
  wrong_code: 400,
  file_expired: 400,
  already_verified: 400,
  signed_out: 401,
  session_idle: 401,
  wrong_login: 401,
  wrong_factor: 401,
  sign_in_expired: 401,
  forbidden: 403,
  unverified: 403,
  proof_required: 403,
  second_factor_required: 403,
  single_sign_on_only: 403,
  sign_in_refused: 403,
  other_browser: 403,
  organization_waiting: 403,
  organization_refused: 403,
  organization_suspended: 403,
  not_found: 404,
  conflict: 409,
  stale: 409,
  email_in_use: 409,
  possible_match: 409,
  last_admin: 409,
  try_first: 409,
  service_paused: 409,
  import_not_configured: 409,
  may_have_arrived: 409,
  gone: 410,
  too_large: 413,
  unsupported_type: 415,
  unusable_file: 422,
  file_infected: 422,
  too_many_requests: 429,
  internal: 500,
  provider_failed: 502,
  unavailable: 503,
  scanner_away: 503,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatuses;
export type ErrorStatus = (typeof errorStatuses)[ErrorCode];

/** The shape of every error; `message` tells a person what to do. */
export interface ErrorBody {
  code: string;
  message: string;
  fields?: Record<string, string>;
  /** Of the organization whose people sign in by single sign-on only. */
  slug?: string;
  /** What a `conflict` is with: the record as it is now. */
  current?: unknown;
  requestId: string;
}

/** Specification §6: shown to people who are signed in but not allowed. */
export const unauthorizedText =
  'This account is not authorized to perform this action. Please contact your administrator for approval.';
