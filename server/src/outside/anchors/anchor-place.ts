/** The head of the audit log's chain at some moment. */
export interface Anchor {
  position: number;
  /** In hex. */
  hash: string;
  time: string;
}

export interface KeptAnchors {
  anchors: Anchor[];
  /** Entries that are no anchors, such as a line that was cut off. */
  unreadable: number;
}

/** A place for anchors that the owner of the database can't change. */
export interface AnchorPlace {
  /** What it is called in the log and by audit:verify. */
  readonly name: string;
  write(anchor: Anchor): Promise<void>;
  /** Everything that was written there, or null where it can't be read back. */
  read(): Promise<KeptAnchors | null>;
  close(): Promise<void>;
}

/** One entry of a place as it is written, or null. */
export function readAnchor(text: string): Anchor | null {
  try {
    const { position, hash, time } = JSON.parse(text) as Partial<Anchor>;
    const valid = Number.isSafeInteger(position) && /^[0-9a-f]{64}$/.test(String(hash)) && typeof time === 'string';
    return valid ? { position: Number(position), hash: String(hash), time: String(time) } : null;
  } catch {
    return null;
  }
}
