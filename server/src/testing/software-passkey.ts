import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

/** How a response differs from an honest one. */
interface Flaw {
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  crossOrigin?: boolean;
  counter?: number;
}

const origin = 'http://127.0.0.1:3000';

/** An authenticator in software: real keys, real signatures, and the JSON that a browser would send. */
export class SoftwarePasskey {
  readonly #key: KeyObject;
  readonly #coordinates: { x: Buffer; y: Buffer };
  readonly #id = randomBytes(16);
  #userHandle = '';
  #counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#coordinates = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  /** Answers creation options. */
  create(options: Options, flaw: Flaw = {}) {
    this.#userHandle = options.user?.id ?? '';
    const { x, y } = this.#coordinates;
    const publicKey = cbor(
      new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, publicKey]);
    const authData = Buffer.concat([this.#authenticatorData(options.rp?.id ?? '', flaw, 0x40), credential]);
    const attestation = new Map<string, CborValue>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', options, flaw).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers request options, with a signature. */
  get(options: Options, flaw: Flaw = {}) {
    const client = clientData('webauthn.get', options, flaw);
    const authData = this.#authenticatorData(options.rpId ?? '', flaw);
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      userHandle: this.#userHandle,
    });
  }

  #answer<T>(response: T) {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #authenticatorData(rpId: string, flaw: Flaw, moreFlags = 0): Buffer {
    this.#counter++;
    const head = Buffer.alloc(5);
    head[0] = 0x01 | (flaw.userVerified === false ? 0 : 0x04) | moreFlags;
    head.writeUInt32BE(flaw.counter ?? this.#counter, 1);
    return Buffer.concat([
      createHash('sha256')
        .update(flaw.rpId ?? rpId)
        .digest(),
      head,
    ]);
  }
}

function clientData(type: string, { challenge }: Options, flaw: Flaw): Buffer {
  const crossOrigin = flaw.crossOrigin ?? false;
  return Buffer.from(JSON.stringify({ type, challenge, origin: flaw.origin ?? origin, crossOrigin }));
}

type CborValue = number | string | Buffer | Map<string, CborValue> | Map<number, CborValue>;

/** As much of CBOR as a passkey needs. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    const parts = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]);
    return Buffer.concat([cborHead(5, value.size), ...parts]);
  }
  return Buffer.concat([cborHead(2, value.length), value]);
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  if (length < 256) return Buffer.of((major << 5) | 24, length);
  return Buffer.of((major << 5) | 25, length >> 8, length & 0xff);
}
