/** Passwords that leaked somewhere, by their SHA-1 in upper-case hex. */
export interface BreachList {
  /** Throws if the list can't be read. */
  has(hash: string): Promise<boolean>;
}
