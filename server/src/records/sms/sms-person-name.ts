/**
 * A member's first name for texts. Names longer than 40, or with anything but letters, marks, spaces, ' - or . are
 * replaced, since names also come from public forms.
 */
export function nameInSms(firstName: string): string {
  return /^[\p{L}\p{M} '.-]{1,40}$/u.test(firstName) ? firstName : 'there';
}
