import type { Anchor, KeptAnchors } from '../../outside/anchors/anchor-place.ts';

export interface AnchorsOf extends KeptAnchors {
  place: string;
}

export interface PlaceVerdict {
  place: string;
  agreeing: number;
  last: Anchor | null;
  unreadable: number;
  /** The first anchor the chain doesn't match: another hash, or beyond its end. */
  broken: (Anchor & { reason: 'different' | 'shorter' }) | null;
}

/** Compares the chain with the anchors link by link. */
export class AnchorCheck {
  readonly #places: AnchorsOf[];
  readonly #hashes = new Map<number, string | null>();

  constructor(places: AnchorsOf[]) {
    this.#places = places;
    for (const { anchors } of places) for (const { position } of anchors) this.#hashes.set(position, null);
  }

  see(position: number, hash: string): void {
    if (this.#hashes.has(position)) this.#hashes.set(position, hash);
  }

  verdicts(): PlaceVerdict[] {
    return this.#places.map(({ place, anchors, unreadable }) => {
      const sorted = anchors.toSorted((one, other) => one.position - other.position);
      const wrong = sorted.find(({ position, hash }) => this.#hashes.get(position) !== hash);
      const agreeing = sorted.filter(({ position, hash }) => this.#hashes.get(position) === hash);
      const reason = wrong && this.#hashes.get(wrong.position) ? 'different' : 'shorter';
      return {
        place,
        unreadable,
        agreeing: agreeing.length,
        last: agreeing.at(-1) ?? null,
        broken: wrong ? { ...wrong, reason } : null,
      };
    });
  }
}
