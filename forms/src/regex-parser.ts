/** The parts of regular expressions that `regex-safety.ts` understands. */

/** Thrown for what isn't understood. */
export class Unreadable extends Error {}

/** A set of characters: one bit per ASCII character, and one for all others together. */
export type Chars = bigint;
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

export type Node =
  | { kind: 'chars'; chars: Chars }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; parts: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number };

class Reader {
  #at = 0;
  #lookarounds: Node[] = [];

  constructor(private readonly source: string) {}

  /** The expression and its lookarounds, each to be matched by itself. */
  read(): Node[] {
    const whole = this.#choice();
    if (this.#at < this.source.length) throw new Unreadable();
    return [whole, ...this.#lookarounds];
  }

  #peek(text: string): boolean {
    return this.source.startsWith(text, this.#at);
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
    while (this.#at < this.source.length && !this.#peek('|') && !this.#peek(')')) parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): Node {
    const part = this.#atom();
    const counted = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.source.slice(this.#at, this.#at + 30));
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
    const look = /^\(\?(?:=|!|<=|<!)/.exec(this.source.slice(this.#at, this.#at + 4));
    if (look) {
      this.#at += look[0].length;
      this.#lookarounds.push(this.#closed());
      return nothing;
    }
    const group = /^\((?:\?:|\?<\w+>)?/.exec(this.source.slice(this.#at, this.#at + 60));
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
    const code = this.source.charCodeAt(this.#at++);
    if (Number.isNaN(code)) throw new Unreadable();
    return code;
  }

  /** Parses a class or a character; back-references are refused. */
  #escape(): Chars {
    this.#at++;
    const sign = this.source[this.#at++] ?? '';
    const known = classes[sign];
    if (known !== undefined) return known;
    if (/[1-9kpPc]/.test(sign)) throw new Unreadable();
    const digitsOf = { x: 2, u: 4 }[sign];
    if (digitsOf) {
      const hex = this.source.slice(this.#at, this.#at + digitsOf);
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
      const from = this.#peek('\\') ? null : this.source.charCodeAt(this.#at);
      const single = from === null ? this.#escape() : charsOf(this.#next());
      const to = this.source[this.#at] === '-' ? this.source.charCodeAt(this.#at + 1) : Number.NaN;
      if (from === null || Number.isNaN(to) || to === 93 || to === 92) chars |= single;
      else {
        this.#at += 2;
        chars |= range(from, to);
      }
    }
    // Outside ASCII, a set and its negation may overlap.
    return negated ? (allChars & ~chars) | otherChars : chars;
  }
}

export function parseRegex(source: string): Node[] {
  return new Reader(source).read();
}
