export interface FormMember {
  id: number;
  firstName: string;
  lastName: string;
  /** Why the member can't get texts, if so. */
  smsBlockedReason?: string | null | undefined;
}
