/** Specification §9: five digits, or five and four with a dash. */
export function isZipCode(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text);
}

export const zipCodeMessage = 'Must be a valid ZIP code: 5 digits, or 5+4 with a dash.';
