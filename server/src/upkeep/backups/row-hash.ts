import { createHash } from 'node:crypto';

/** A hash of rows that doesn't depend on their order: the sum of 128 bits of each row's SHA-256. */
export class RowHash {
  #rows = 0;
  #low = 0n;
  #high = 0n;

  add(row: Buffer): void {
    const digest = createHash('sha256').update(row).digest();
    this.#low = BigInt.asUintN(64, this.#low + digest.readBigUInt64BE(0));
    this.#high = BigInt.asUintN(64, this.#high + digest.readBigUInt64BE(8));
    this.#rows++;
  }

  result(): { rows: number; hash: string } {
    const hash = [this.#low, this.#high].map((part) => part.toString(16).padStart(16, '0')).join('');
    return { rows: this.#rows, hash };
  }
}
