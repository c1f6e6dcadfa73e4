import fc, { type Arbitrary } from 'fast-check';
import type { CallOptions } from '../../server/src/testing/test-app.ts';
import { naughtyAddresses, naughtyBodies, naughtyNumbers, naughtyQueries, naughtyTexts } from './naughty.ts';

/** A request before encoding. */
export interface Input {
  name: string;
  actor: string;
  headers: Record<string, string>;
  params: Record<string, unknown>;
  /** Replaces a path parameter without encoding. */
  rawParam: string | undefined;
  query: Record<string, unknown>;
  rawQuery: string | undefined;
  body: unknown;
  rawBody: string | undefined;
  /** The parts of a multipart body. */
  parts: Record<string, unknown> | undefined;
  contentType: string | undefined;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
}

export interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const naughtyText = fc.constantFrom(...naughtyTexts);
const text = fc.oneof(
  { weight: 6, arbitrary: naughtyText },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.tuple(naughtyText, naughtyText).map(([one, two]) => one + two) },
);
const number = fc.oneof(fc.constantFrom(...naughtyNumbers), fc.integer(), fc.double({ noNaN: true }));
/** Any JSON value, with names that are special in JavaScript. */
const unexpected: Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 2, arbitrary: number },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}) },
  {
    weight: 2,
    arbitrary: fc.anything({
      key: naughtyText,
      values: [text, number],
      maxDepth: 2,
      maxKeys: 3,
      withNullPrototype: true,
    }),
  },
);

const rarely = <T>(arbitrary: Arbitrary<T>, freq: number): Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq });
const header = naughtyText.filter((given) => /^[\x20-\x7e]{0,300}$/.test(given));
const headers = fc.record({
  'idempotency-key': rarely(header, 8),
  userid: rarely(header, 30),
  prefer: rarely(fc.constantFrom('respond-async', 'x'), 8),
});

/** Valid requests with one or two values replaced, and requests generated from the document. */
export function inputsFor(
  name: string,
  operation: Operation,
  schemas: Record<string, Schema>,
  { base, ids, actors }: { base: CallOptions | undefined; ids: unknown[]; actors: string[] },
): Arbitrary<Input> {
  const [contentType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const parameters = (where: string) => operation.parameters.filter((parameter) => parameter.in === where);
  const arbitrary = arbitraryFor(schemas, ids);
  const record = (where: string) =>
    fc.record(Object.fromEntries(parameters(where).map((parameter) => [parameter.name, arbitrary(parameter.schema)])), {
      requiredKeys: where === 'path' ? undefined : [],
    } as { requiredKeys?: [] });
  const whole = content
    ? fc.oneof({ weight: 9, arbitrary: arbitrary(content.schema) }, { weight: 1, arbitrary: unexpected })
    : unexpected;
  const multipart = contentType === 'multipart/form-data';
  const generated = fc
    .record({ params: record('path'), query: record('query'), whole })
    .map(({ params, query, whole }) => ({
      params: params as Record<string, unknown>,
      query: query as Record<string, unknown>,
      body: multipart || !content ? undefined : whole,
      parts: multipart ? Object.fromEntries(Object.entries(Object(whole) as object)) : undefined,
    }));
  const mutations = fc.array(fc.tuple(fc.nat(10_000), unexpected), { minLength: 1, maxLength: 2 });
  const mutated = mutations.map((changes) =>
    changes.reduce((request, [at, value]) => mutate(request, at, value), shape(base ?? {})),
  );
  return fc
    .record({
      request: base ? fc.oneof(generated, mutated) : generated,
      headers,
      actor: fc.constantFrom(...actors),
      rawParam: rarely(fc.constantFrom(...naughtyAddresses), 30),
      rawQuery: rarely(fc.constantFrom(...naughtyQueries), 20),
      rawBody: rarely(fc.constantFrom(...naughtyBodies), 25),
      wrongType: rarely(fc.constantFrom('text/plain', 'application/xml', 'x', 'application/json; charset=utf-7'), 25),
    })
    .map(({ request, wrongType, headers: given, ...rest }) => ({
      name,
      ...request,
      ...rest,
      headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >,
      contentType: wrongType ?? contentType,
    }));
}

/** Every naughty text in every field of a valid request in turn, starting at the offset. */
export function textsInFields(
  name: string,
  operation: Operation,
  base: CallOptions,
  { count, offset }: { count: number; offset: number },
): Input[] {
  const request = shape(base);
  const paths = fieldPaths(request);
  const [contentType] = Object.keys(operation.requestBody?.content ?? {});
  if (paths.length === 0) return [];
  return Array.from({ length: count }, (_, index) => {
    const at = offset * count + index;
    const text = naughtyTexts[Math.floor(at / paths.length) % naughtyTexts.length];
    const mutated = replaced(request, paths[at % paths.length] ?? [], text) as Shape;
    const plain = { headers: {}, rawParam: undefined, rawQuery: undefined, rawBody: undefined };
    return { name, ...mutated, ...plain, actor: 'admin', contentType };
  });
}

type Shape = Pick<Input, 'params' | 'query' | 'body' | 'parts'>;

function shape({ params = {}, query = {}, body, parts }: CallOptions): Shape {
  return { params, query, body, parts };
}

/** Replaces the value at this index in a request. */
function mutate(request: Shape, at: number, value: unknown): Shape {
  const paths = fieldPaths(request);
  return paths.length === 0 ? request : (replaced(request, paths[at % paths.length] ?? [], value) as Shape);
}

function fieldPaths(value: unknown, path: string[] = []): string[][] {
  if (value === null || typeof value !== 'object' || value instanceof Blob) return path.length > 1 ? [path] : [];
  const inner = Object.entries(value).flatMap(([key, item]) => fieldPaths(item, [...path, key]));
  return path.length > 1 ? [path, ...inner] : inner;
}

function replaced(value: unknown, [key, ...rest]: string[], given: unknown): unknown {
  if (key === undefined) return given;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, given);
  return copy;
}

/** Generates roughly what a schema describes. */
function arbitraryFor(schemas: Record<string, Schema>, ids: unknown[]) {
  const id = fc.constantFrom(...ids);
  const generate = (given: Schema, depth: number): Arbitrary<unknown> => {
    const schema = given.$ref ? (schemas[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given;
    return depth > 6
      ? unexpected
      : fc.oneof({ weight: 10, arbitrary: exact(schema, depth) }, { weight: 1, arbitrary: unexpected });
  };
  const exact = (schema: Schema, depth: number): Arbitrary<unknown> => {
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => generate(choice, depth + 1)));
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.properties) {
      const properties = Object.entries(schema.properties).map(([name, property]) => [
        name,
        generate(property, depth + 1),
      ]);
      return fc.record(Object.fromEntries(properties), { requiredKeys: [] });
    }
    const types = [schema.type ?? []].flat();
    if (types.includes('array')) return fc.array(generate(schema.items ?? {}, depth + 1), { maxLength: 3 });
    if (types.includes('integer') || types.includes('number')) return fc.oneof({ weight: 3, arbitrary: id }, number);
    if (types.includes('boolean')) return fc.boolean();
    return types.includes('string') ? text : unexpected;
  };
  return (schema: Schema) => generate(schema, 0);
}
