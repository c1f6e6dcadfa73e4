/** The head of the audit chain at some time. */
export interface Anchor {
  position: number;
  /** In hex. */
  hash: string;
  time: string;
}

export interface KeptAnchors {
  anchors: Anchor[];
  /** Entries that aren't anchors, such as a truncated line. */
  unreadable: number;
}

/** A place for anchors that the database owner can't change. */
export interface AnchorPlace {
  /** Its name in the log and in audit:verify. */
  readonly name: string;
  write(anchor: Anchor): Promise<void>;
  /** All stored anchors, or null if they can't be read back. */
  read(): Promise<KeptAnchors | null>;
  close(): Promise<void>;
}

/** Parses one stored entry; null if it isn't an anchor. */
export function readAnchor(text: string): Anchor | null {
  try {
    const { position, hash, time } = JSON.parse(text) as Partial<Anchor>;
    const valid = Number.isSafeInteger(position) && /^[0-9a-f]{64}$/.test(String(hash)) && typeof time === 'string';
    return valid ? { position: Number(position), hash: String(hash), time: String(time) } : null;
  } catch {
    return null;
  }
}
