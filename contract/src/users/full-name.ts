export interface PersonName {
  firstName: string;
  lastName: string;
}

export function fullName({ firstName, lastName }: PersonName): string {
  return `${firstName} ${lastName}`.trim();
}
