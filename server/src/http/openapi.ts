import { calls } from '@kinbridge/contract/calls';
import type { Call } from '@kinbridge/contract/shared/call';
import { errorBody } from '@kinbridge/contract/shared/error-body.schema';
import { z } from 'zod';
import type { Route } from '../access/route.ts';
import { tagDescriptions } from './openapi-tags.ts';

type Json = Record<string, unknown>;

const errorSentences: Record<number, string> = {
  400: 'Malformed or invalid input.',
  401: 'No valid session, or a wrong login.',
  403: 'Known, but not allowed.',
  404: "Absent, or another organization's.",
  409: "The record's current state doesn't allow this, or someone else changed it.",
  410: 'Archived, expired, or already done.',
  413: 'Too large.',
  415: 'The wrong type of content.',
  422: 'A well-formed file that cannot be used.',
  429: 'Too many tries; Retry-After says how long to wait.',
  500: 'Something went wrong on our side.',
  503: 'The database is unavailable; Retry-After says how long to wait.',
  502: "The organization's identity provider failed.",
  507: 'The disk is full.',
};

/** The OpenAPI 3.1 document, generated from the schemas that validate every call. */
export function openApiDocument(routes: Route[], version: string): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const [method = '', path = ''] = route.name.split(' ');
    const item = paths[path] ?? {};
    item[method.toLowerCase()] = operation(calls[route.name], route, components);
    paths[path] = item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kinbridge',
      version,
      description: 'Referrals, members, forms and messages between healthcare and community organizations.',
      contact: { name: 'Contact Support in the portal' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This portal.' }],
    tags: [...new Set(routes.map((route) => calls[route.name].tag))].map((name) => ({
      name,
      description: tagDescriptions[name],
    })),
    paths,
    components: {
      schemas: components,
      securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(call: Call, route: Route, components: Json): Json {
  return {
    operationId: route.name.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
    tags: [call.tag],
    summary: firstSentence(call.summary),
    description: [call.summary, ...conditions(call, route)].join(' '),
    'x-access': route.access,
    security: route.access === 'public' ? (route.sessionOptional ? [{}, { idToken: [] }] : []) : [{ idToken: [] }],
    parameters: [
      ...parameters(call.params, 'path', components),
      ...parameters(call.query, 'query', components),
      ...(call.creates ? [idempotencyKey] : []),
      ...(call.answersLater ? [preferAsync] : []),
    ],
    ...requestBody(call, components),
    responses: { ...success(call, components), ...later(call, components), ...failures(call, route, components) },
  };
}

function firstSentence(text: string): string {
  return /^.+?\.(?= [A-Z`])/.exec(text)?.[0] ?? text;
}

/** Who may make the call, in a sentence. */
function conditions(call: Call, { access, sessionOptional }: Route): string[] {
  const proof = call.needsProof ? ['Needs a fresh proof of who you are (`POST /v1/auth/proof`).'] : [];
  if (access !== 'public') return [`Needs a session with the permission \`${access}\`.`, ...proof];
  return [sessionOptional ? 'Anyone may call it; a session may get more.' : 'Anyone may call it.', ...proof];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a call with the same key returns the same answer and creates nothing twice.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const preferAsync = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    'respond-async: answers 202 right away and continues in the background, as any call that takes too long.',
  schema: { type: 'string' },
};

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query', components: Json): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function requestBody(call: Call, components: Json): Json {
  if (call.body) {
    return {
      requestBody: {
        // A missing body counts as an empty object.
        required: !call.body.safeParse({}).success,
        content: { 'application/json': { schema: toSchema(call.body, 'input', components) } },
      },
    };
  }
  if (call.form) {
    const schema = { type: 'object', additionalProperties: { type: 'string' } };
    return { requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } } };
  }
  if (!call.multipart) return {};
  const { json, file, files } = call.multipart;
  const properties: Json = Object.fromEntries(
    Object.entries(json).map(([name, schema]) => [name, toSchema(schema, 'input', components)]),
  );
  if (file) properties[file.name] = { type: 'string', format: 'binary' };
  for (const name of files?.names ?? []) {
    properties[name] = { type: 'array', items: { type: 'string', format: 'binary' } };
  }
  const schema = {
    type: 'object',
    properties,
    required: [...Object.keys(json), ...(file?.required ? [file.name] : [])],
    additionalProperties: false,
  };
  const encoding = Object.fromEntries(Object.keys(json).map((name) => [name, { contentType: 'application/json' }]));
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } } };
}

function success(call: Call, components: Json): Json {
  const { status, answers: body, contentType } = call;
  const description = status === 204 ? 'Done.' : status < 300 ? 'Success.' : 'Sends the browser on.';
  if (body)
    return {
      [status]: { description, content: { 'application/json': { schema: toSchema(body, 'output', components) } } },
    };
  if (contentType) {
    const schema = { type: 'string', format: 'binary' };
    return {
      [status]: { description, content: Object.fromEntries([contentType].flat().map((type) => [type, { schema }])) },
    };
  }
  return { [status]: { description } };
}

function later(call: Call, components: Json): Json {
  if (!call.answersLater) return {};
  const schema = toSchema(call.answersLater, 'output', components);
  return {
    202: {
      description: 'Accepted. The work continues in the background.',
      content: { 'application/json': { schema } },
    },
  };
}

/** What any call with such input and such callers can answer, and what this one answers besides. */
function errorsOf({ params, query, body, multipart, form, ...call }: Call, route: Route): number[] {
  return [
    ...(params || query || body || multipart || form ? [400] : []),
    ...(route.access !== 'public' || route.sessionOptional ? [401, 403] : []),
    // Other parameters of paths choose among what everyone may know.
    ...(route.organization || /(id|slug|token)\}/i.test(route.name) ? [404] : []),
    ...(call.creates ? [409] : []),
    ...(multipart ? [413, 415, 422, 507] : []),
    ...(form ? [403, 415] : []),
    ...(call.maxBodyBytes ? [413] : []),
    ...(call.errors ?? []),
    ...[429, 500, 503],
  ];
}

function failures(call: Call, route: Route, components: Json): Json {
  const schema = toSchema(errorBody, 'output', components);
  return Object.fromEntries(
    errorsOf(call, route).map((status) => [
      status,
      { description: errorSentences[status] ?? 'An error.', content: { 'application/json': { schema } } },
    ]),
  );
}

/** A record of known keys has them as properties, which more tools read than names in an enum. */
function nameProperties(schema: Json): void {
  const { propertyNames, additionalProperties } = schema as { propertyNames?: { enum?: string[] } } & Json;
  if (!propertyNames?.enum) return;
  schema.properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

/** A contract schema as JSON Schema; schemas with an id become components. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $schema: _dialect,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => nameProperties(jsonSchema as Json),
  }) as Json & { $defs?: Json };
  const renamed = JSON.parse(
    JSON.stringify({ json, defs: $defs ?? {} }).replaceAll('#/$defs/', '#/components/schemas/'),
  ) as {
    json: Json;
    defs: Record<string, Json>;
  };
  Object.assign(components, renamed.defs);
  const { id, ...rest } = renamed.json;
  if (typeof id !== 'string') return rest;
  components[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}
