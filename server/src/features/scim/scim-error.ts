import { AppError } from '../../app-error.ts';

/** The error types of RFC 7644, table 9, that we use. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany';

export function invalidScim(scimType: ScimType, detail: string): AppError {
  return new AppError('invalid_input', detail, { extra: { scimType } });
}

export function notUnique(detail: string): AppError {
  return new AppError('conflict', detail, { extra: { scimType: 'uniqueness' } });
}

/** The same for unknown ids and those of another organization. */
export function noResource(): AppError {
  return new AppError('not_found', "We couldn't find that person or group in your organization.");
}
