import { isOptionalMemberField, memberFieldNames } from '@kinbridge/contract/member-fields/member-fields';
import { profileFields } from '@kinbridge/contract/users/users.contract';

export type ProfileField = keyof typeof profileFields;

/** dateOfBirth is stored in date_of_birth. */
type ColumnName<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : '';

const columnName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The column of each field of a profile, in users and in the rows of a member list. */
export const userColumns = Object.fromEntries(
  Object.keys(profileFields).map((field) => [field, columnName(field)]),
) as { [Field in ProfileField]: ColumnName<Field> };

/** The columns of a member's fields, in the order of the fields. */
export const memberColumns = memberFieldNames.map((field) => userColumns[field]);

/** The fields that a matching entry or list may fill, in the order of the log. */
export const fillableFields = Object.keys(userColumns).filter(isOptionalMemberField);
