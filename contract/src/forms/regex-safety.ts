/**
 * Whether a form's regular expression is safe from exponential backtracking. It is parsed into positions (Glushkov's
 * construction); expressions that can loop in two ways, that can read a text in very many ways, or that can't be
 * parsed, are refused. This may refuse a harmless one in rare cases. A time limit stops what it misses.
 */

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
    return new Reader(source).isSafe();
  } catch {
    return false;
  }
}

class Unreadable extends Error {}

/** A set of characters: one bit per ASCII character, and one for all others together. */
type Chars = bigint;
const otherChars = 1n << 128n;
const allChars = (1n << 129n) - 1n;
const charsOf = (code: number): Chars => (code < 128 ? 1n << BigInt(code) : otherChars);

function range(from: number, to: number): Chars {
  if (from > to) throw new Unreadable();
  let chars = to >= 128 ? otherChars : 0n;
  for (let code = from; code <= Math.min(to, 127); code++) chars |= 1n << BigInt(code);
  return chars;
}

const digits = range(48, 57);
const wordChars = digits | range(65, 90) | range(97, 122) | charsOf(95);
const spaces = range(9, 13) | charsOf(32) | otherChars;
const classes: Record<string, Chars> = {
  d: digits,
  D: allChars & ~digits,
  w: wordChars,
  W: allChars & ~wordChars,
  s: spaces,
  S: (allChars & ~spaces) | otherChars,
};
const controls: Record<string, number> = { n: 10, r: 13, t: 9, v: 11, f: 12, 0: 0 };

type Node =
  | { kind: 'chars'; chars: Chars }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; parts: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number };

interface Piece {
  first: number[];
  last: number[];
  nullable: boolean;
}

class Reader {
  readonly #source: string;
  #at = 0;
  #chars: Chars[] = [];
  #follow: Map<number, number>[] = [];
  #lookarounds: Node[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  isSafe(): boolean {
    const whole = this.#choice();
    if (this.#at < this.#source.length) throw new Unreadable();
    return [whole, ...this.#lookarounds].every((node) => this.#cannotBacktrack(node));
  }

  #peek(text: string): boolean {
    return this.#source.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    if (!this.#peek(text)) return false;
    this.#at += text.length;
    return true;
  }

  #choice(): Node {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return { kind: 'choice', parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !this.#peek('|') && !this.#peek(')')) parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): Node {
    const part = this.#atom();
    const counted = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.#source.slice(this.#at, this.#at + 30));
    if (!counted) return part;
    this.#at += counted[0].length;
    const sign = counted[0][0];
    if (sign !== '{') return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const min = Number(counted[1]);
    const max = counted[2] === undefined ? min : counted[3] ? Number(counted[3]) : Infinity;
    return { kind: 'repeat', part, min, max };
  }

  #atom(): Node {
    const nothing: Node = { kind: 'sequence', parts: [] };
    if (this.#take('^') || this.#take('$') || this.#take('\\b') || this.#take('\\B')) return nothing;
    const look = /^\(\?(?:=|!|<=|<!)/.exec(this.#source.slice(this.#at, this.#at + 4));
    if (look) {
      this.#at += look[0].length;
      this.#lookarounds.push(this.#closed());
      return nothing;
    }
    const group = /^\((?:\?:|\?<\w+>)?/.exec(this.#source.slice(this.#at, this.#at + 60));
    if (group) {
      this.#at += group[0].length;
      return this.#closed();
    }
    if (this.#take('[')) return { kind: 'chars', chars: this.#set() };
    if (this.#take('.')) return { kind: 'chars', chars: allChars & ~(charsOf(10) | charsOf(13)) };
    return { kind: 'chars', chars: this.#peek('\\') ? this.#escape() : charsOf(this.#next()) };
  }

  #closed(): Node {
    const inner = this.#choice();
    if (!this.#take(')')) throw new Unreadable();
    return inner;
  }

  #next(): number {
    const code = this.#source.charCodeAt(this.#at++);
    if (Number.isNaN(code)) throw new Unreadable();
    return code;
  }

  /** Parses a class or a character; back-references are refused. */
  #escape(): Chars {
    this.#at++;
    const sign = this.#source[this.#at++] ?? '';
    const known = classes[sign];
    if (known !== undefined) return known;
    if (/[1-9kpPc]/.test(sign)) throw new Unreadable();
    const digitsOf = { x: 2, u: 4 }[sign];
    if (digitsOf) {
      const hex = this.#source.slice(this.#at, this.#at + digitsOf);
      if (/^[\da-f]+$/i.test(hex) && hex.length === digitsOf) {
        this.#at += digitsOf;
        return charsOf(Number.parseInt(hex, 16));
      }
    }
    return charsOf(controls[sign] ?? sign.charCodeAt(0));
  }

  #set(): Chars {
    const negated = this.#take('^');
    let chars = 0n;
    while (!this.#take(']')) {
      const from = this.#peek('\\') ? null : this.#source.charCodeAt(this.#at);
      const single = from === null ? this.#escape() : charsOf(this.#next());
      const to = this.#source[this.#at] === '-' ? this.#source.charCodeAt(this.#at + 1) : Number.NaN;
      if (from === null || Number.isNaN(to) || to === 93 || to === 92) chars |= single;
      else {
        this.#at += 2;
        chars |= range(from, to);
      }
    }
    // Outside ASCII, a set and its negation may overlap.
    return negated ? (allChars & ~chars) | otherChars : chars;
  }

  #cannotBacktrack(node: Node): boolean {
    this.#chars = [];
    this.#follow = [];
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
