/**
 * Whether a form's regular expression is safe from exponential backtracking. It is parsed into positions (Glushkov's
 * construction); expressions that can loop in two ways, that can read a text in very many ways, or that can't be
 * parsed, are refused. This may refuse a harmless one in rare cases. A time limit stops what it misses.
 */
import { type Chars, type Node, parseRegex, Unreadable } from './regex-parser.ts';

const maxPositions = 400;
const maxWork = 2_000_000;
/** The maximum number of consecutive loops over the same characters, since each multiplies the attempts. */
const maxLoops = 3;
/** The maximum number of ways to read a text of so many characters, since all are tried before it is refused. */
const maxWays = 1_000_000;
const textLength = 100;

export function isSafeRegex(source: string): boolean {
  if (source.length > 1000) return false;
  try {
    new RegExp(source);
    return parseRegex(source).every((part) => new Positions().cannotBacktrack(part));
  } catch {
    return false;
  }
}

interface Piece {
  first: number[];
  last: number[];
  nullable: boolean;
}

/** The positions of one expression, and which may follow which. */
class Positions {
  readonly #chars: Chars[] = [];
  readonly #follow: Map<number, number>[] = [];

  cannotBacktrack(node: Node): boolean {
    this.#piece(node);
    return !this.#loopsOverlap() && !this.#loopsTwice() && !this.#hasManyWays();
  }

  #piece(node: Node): Piece {
    if (node.kind === 'chars') {
      if (this.#chars.length >= maxPositions) throw new Unreadable();
      const position = this.#chars.push(node.chars) - 1;
      this.#follow.push(new Map());
      return { first: [position], last: [position], nullable: false };
    }
    if (node.kind === 'choice') {
      const pieces = node.parts.map((part) => this.#piece(part));
      return {
        first: pieces.flatMap(({ first }) => first),
        last: pieces.flatMap(({ last }) => last),
        nullable: pieces.some(({ nullable }) => nullable),
      };
    }
    if (node.kind === 'sequence') {
      return node.parts.map((part) => this.#piece(part)).reduce((a, b) => this.#joined(a, b), emptyPiece);
    }
    return this.#repeat(node.part, node.min, node.max);
  }

  /** Expands a counted repeat, a{1,3} to a(a(a)?)?; a long one of a single character becomes a loop. */
  #repeat(part: Node, min: number, max: number): Piece {
    if (max === 0) return emptyPiece;
    const isLoop = max === Infinity || (part.kind === 'chars' && max > 20 && max !== min);
    if (max === min && part.kind === 'chars' && max > 20) return this.#piece(part);
    const copies = isLoop ? Math.max(1, Math.min(min, 20)) : max;
    let rest = emptyPiece;
    for (let copy = copies - 1; copy >= 0; copy--) {
      const piece = this.#piece(part);
      if (isLoop && copy === copies - 1) this.#connect(piece.last, piece.first);
      const whole = this.#joined(piece, rest);
      rest = copy < min ? whole : { ...whole, nullable: true };
    }
    return rest;
  }

  #joined(a: Piece, b: Piece): Piece {
    this.#connect(a.last, b.first);
    return {
      first: a.nullable ? [...a.first, ...b.first] : a.first,
      last: b.nullable ? [...a.last, ...b.last] : b.last,
      nullable: a.nullable && b.nullable,
    };
  }

  /** Counts edges, since a step with two causes is ambiguous. */
  #connect(from: number[], to: number[]): void {
    if (from.length * to.length > maxWork / 10) throw new Unreadable();
    for (const a of from) {
      const steps = this.#follow[a];
      for (const b of to) steps?.set(b, (steps.get(b) ?? 0) + 1);
    }
  }

  #loopsOverlap(): boolean {
    const loops = this.#chars.filter((_, position) => this.#follow[position]?.has(position));
    return loops.some((chars) => loops.filter((other) => (chars & other) !== 0n).length > maxLoops);
  }

  /**
   * Whether there are two ways from a position back to itself over the same text, which doubles the attempts each
   * round.
   */
  #loopsTwice(): boolean {
    const size = this.#chars.length;
    const reaches = this.#reachable();
    let work = 0;
    for (let a = 0; a < size; a++) {
      for (const [b, ways] of this.#follow[a] ?? []) if (ways > 1 && reaches[b]?.has(a)) return true;
    }
    for (let start = 0; start < size; start++) {
      if (!reaches[start]?.has(start)) continue;
      // Pairs of positions reachable over the same text that can both return here.
      const seen = new Set<number>([start * size + start]);
      const waiting = [[start, start] as const];
      for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
        for (const a of this.#follow[pair[0]]?.keys() ?? []) {
          if (!reaches[a]?.has(start)) continue;
          for (const b of this.#follow[pair[1]]?.keys() ?? []) {
            if (++work > maxWork) throw new Unreadable();
            if (!reaches[b]?.has(start) || ((this.#chars[a] ?? 0n) & (this.#chars[b] ?? 0n)) === 0n) continue;
            if (a === start && b === start && pair[0] !== pair[1]) return true;
            if (seen.has(a * size + b)) continue;
            seen.add(a * size + b);
            waiting.push([a, b]);
          }
        }
      }
    }
    return false;
  }

  /**
   * Whether a text has very many ways through the positions, such as for (a{1,5}){30}, which has no loop. From each first
   * character, the one with the most ways follows.
   */
  #hasManyWays(): boolean {
    const alphabet = this.#alphabet();
    for (const first of alphabet) {
      let ways = new Map(first.map((position) => [position, 1]));
      for (let length = 1; length < textLength && ways.size > 0; length++) {
        const next = this.#step(ways);
        let [best, most] = [new Map<number, number>(), 0];
        for (const character of alphabet) {
          const kept = new Map(character.flatMap((at) => (next.has(at) ? [[at, next.get(at) ?? 0] as const] : [])));
          const total = [...kept.values()].reduce((sum, count) => sum + count, 0);
          if (total > most) [best, most] = [kept, total];
        }
        if (most > maxWays) return true;
        ways = best;
      }
    }
    return false;
  }

  #step(ways: Map<number, number>): Map<number, number> {
    const next = new Map<number, number>();
    for (const [a, count] of ways) {
      for (const [b, edges] of this.#follow[a] ?? []) next.set(b, (next.get(b) ?? 0) + count * edges);
    }
    return next;
  }

  /** The positions of each character, without characters that have the same. */
  #alphabet(): number[][] {
    const positions = [...this.#chars.keys()];
    const sets = Array.from({ length: 129 }, (_, code) =>
      positions.filter((position) => ((this.#chars[position] ?? 0n) >> BigInt(code)) & 1n),
    );
    return [...new Map(sets.map((set) => [set.join(), set])).values()];
  }

  #reachable(): Set<number>[] {
    return this.#follow.map((steps) => {
      const seen = new Set(steps.keys());
      for (const next of seen) for (const further of this.#follow[next]?.keys() ?? []) seen.add(further);
      return seen;
    });
  }
}

const emptyPiece: Piece = { first: [], last: [], nullable: true };
