/**
 * A member's first name as it may stand in a text: a name that holds anything but letters, marks,
 * spaces, ' - . or is longer than 40 is replaced, since names come in through public forms too.
 */
export function nameInSms(firstName: string): string {
  return /^[\p{L}\p{M} '.-]{1,40}$/u.test(firstName) ? firstName : 'there';
}
