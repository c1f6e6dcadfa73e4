/** The nine operations of the table: what the browser sends, and which SQL is the operation's own. */

export interface World {
  organizationId: number;
  serviceId: number;
  /** One per connection. */
  staff: { id: number; token: string }[];
  members: { first: number; count: number };
  requests: { first: number; count: number };
  /** Open requests with an assignee, for moves. */
  open: number[];
  /** The version of every request at the start. */
  version: number;
}

export type Vars = Record<string, string | number>;
export type Side = 'portal' | 'bare' | 'capture';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Operation {
  title: string;
  mark: { ratio: number; against: 'bare' | 'pgbench' };
  /** The values of a connection's n-th call. */
  vars(world: World, side: Side, connection: number, n: number): Vars;
  call(world: World, vars: Vars): Call;
  /** For a read, the operation's own statements. A write keeps its whole transaction. */
  keeps?: RegExp;
  /** The variant of a call. */
  variant?(vars: Vars): string;
  /** How many variants to capture. */
  variants?: number;
  /** What pgbench uses for each variable: SQL over :i, a random number in this range. */
  random?: (world: World) => { range: [number, number]; vars: Record<string, string> };
}

/** Each connection goes over all rows, and each starts at a different one. */
function pick(count: number, connection: number, n: number): number {
  return ((connection * 6151 + n) * 7919) % count;
}

const json = { 'content-type': 'application/json' };
const roots = ['ander', 'john', 'peter', 'wil', 'robin', 'thom'];
export const firstNames = ['Mar', 'Jo', 'An', 'Ka', 'Li'].flatMap((start) =>
  ['isol', 'seph', 'drea', 'ren', 'nda', 'tthew', 'hn'].map((end) => start + end),
);

function searchMembers(world: World, name?: string): Call {
  const body = {
    entityId: String(world.organizationId),
    entityType: 'ORGANIZATION',
    role: 'PATIENT',
    page: 0,
    size: 10,
    sort: 'user.firstName,desc',
    ...(name && { name }),
  };
  const path = `/v1/organizations/${world.organizationId}/members/search`;
  return { method: 'POST', path, headers: json, body: JSON.stringify(body) };
}

const oneRequest = {
  vars: (world: World, _side: Side, connection: number, n: number) => ({
    requestId: world.requests.first + pick(world.requests.count, connection, n),
  }),
  random: ({ requests }: World) => ({
    range: [requests.first, requests.first + requests.count - 1] as [number, number],
    vars: { requestId: ':i' },
  }),
};

const boardStatuses = ['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED'];
const cycle = ['IN_PROGRESS', 'CANCELLED', 'OPEN'];
/** Each side moves its own rows, since a move names the request version it saw. */
const share = { capture: 0, portal: 1, bare: 2 };

export const operations: Record<string, Operation> = {
  'search-rare': {
    title: 'member search, rare',
    mark: { ratio: 0.75, against: 'bare' },
    vars(world, _side, connection, n) {
      const { count } = world.members;
      const person = Math.floor(count / 5) + pick(count - Math.floor(count / 5), connection, n);
      const term = `${roots[person % 6]}son${person}`;
      // A portal may look it up by its rare part.
      return { term, ending: term.slice(-6) };
    },
    call: (world, { term }) => searchMembers(world, String(term)),
    keeps: /\bsearch like\b/,
    random: ({ members: { count } }) => ({
      range: [Math.ceil(count / 30), Math.floor(count / 6) - 1],
      vars: { term: `'robinson' || (:i * 6 + 4)::text`, ending: `'n' || (:i * 6 + 4)::text` },
    }),
  },
  'search-common': {
    title: 'member search, common',
    mark: { ratio: 0.75, against: 'bare' },
    vars: (_world, _side, connection, n) => ({
      term: String(firstNames[pick(firstNames.length, connection, n)]).toLowerCase(),
    }),
    call: (world, { term }) => searchMembers(world, String(term)),
    keeps: /\bsearch like\b/,
    random: () => ({
      range: [0, firstNames.length - 1],
      vars: { term: `lower((array['${firstNames.join("','")}'])[:i + 1])` },
    }),
  },
  members: {
    title: 'members, first page',
    mark: { ratio: 0.75, against: 'bare' },
    vars: () => ({}),
    call: (world) => searchMembers(world),
    keeps: /\bvisible_members\b|\borganization_members\b|\bmember_counts\b/,
    random: () => ({ range: [0, 1], vars: {} }),
  },
  board: {
    title: 'board with counts',
    mark: { ratio: 0.8, against: 'bare' },
    vars: (_world, _side, connection, n) => ({
      status: String(boardStatuses[(connection + n) % boardStatuses.length]),
    }),
    call: (world, { status }) => ({
      method: 'POST',
      path: `/v1/organizations/${world.organizationId}/incoming-service-requests/search`,
      headers: json,
      body: JSON.stringify({ page: 0, size: 50, sort: 'id,desc', status }),
    }),
    keeps: /\bservice_requests\b|\bservice_request_counts\b/,
    random: () => ({
      range: [1, boardStatuses.length],
      vars: { status: `(array['${boardStatuses.join("','")}'])[:i]` },
    }),
  },
  detail: {
    title: 'request detail',
    mark: { ratio: 0.7, against: 'bare' },
    ...oneRequest,
    call: (_world, { requestId }) => ({ method: 'GET', path: `/v1/service-requests/${requestId}` }),
    keeps: /\bservice_requests\b/,
  },
  timeline: {
    title: 'timeline',
    mark: { ratio: 0.7, against: 'bare' },
    ...oneRequest,
    call: (_world, { requestId }) => ({ method: 'GET', path: `/v1/service-requests/${requestId}/timeline` }),
    keeps: /\bfrom audit_log\b/,
  },
  notes: {
    title: 'notes',
    mark: { ratio: 0.7, against: 'bare' },
    ...oneRequest,
    call: (_world, { requestId }) => ({ method: 'GET', path: `/v1/service-requests/${requestId}/notes` }),
    keeps: /\bfrom notes\b/,
  },
  transition: {
    title: 'transition',
    mark: { ratio: 0.5, against: 'bare' },
    vars(world, side, connection, n) {
      const own = Math.floor(world.open.length / 3 / world.staff.length);
      const turn = Math.floor(n / 3);
      return {
        requestId: world.open[(connection * own + (turn % own)) * 3 + share[side]] ?? 0,
        version: world.version + Math.floor(turn / own) * 3 + (n % 3),
        status: String(cycle[n % 3]),
      };
    },
    call: (_world, { requestId, version, status }) => ({
      method: 'POST',
      path: `/v1/service-requests/${requestId}/transition/${status}`,
      headers: json,
      body: JSON.stringify({ version }),
    }),
    variant: ({ status }) => String(status),
    variants: 3,
  },
  create: {
    title: 'create, with audit and jobs',
    mark: { ratio: 0.5, against: 'pgbench' },
    vars: (world, side, connection, n) => ({
      memberId: world.members.first + pick(world.members.count, connection, n),
      key: `${side}-${connection}-${n}-${Date.now().toString(36)}`,
    }),
    call(world, { memberId, key }) {
      const request = {
        organizationId: world.organizationId,
        patientId: memberId,
        patient: null,
        serviceId: world.serviceId,
        description: 'Needs a food box every week, and somebody to carry it up the stairs.',
        assigneeId: null,
      };
      const boundary = '----WebKitFormBoundaryKinbridgeBench';
      return {
        method: 'POST',
        path: '/v1/service-requests',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': String(key) },
        body: `--${boundary}\r\ncontent-disposition: form-data; name="serviceRequest"\r\n\r\n${JSON.stringify(request)}\r\n--${boundary}--\r\n`,
      };
    },
    random: ({ members }) => ({
      range: [members.first, members.first + members.count - 1],
      vars: { memberId: ':i', key: `'pgbench-' || gen_random_uuid()::text` },
    }),
  },
};

/** A call as a browser sends it. */
export function portalCall(world: World, operation: Operation, vars: Vars, connection: number): Call {
  const call = operation.call(world, vars);
  const staff = world.staff[connection % world.staff.length];
  const headers = {
    authorization: `Bearer ${staff?.token}`,
    userid: String(staff?.id),
    'accept-encoding': 'gzip, deflate, br',
    accept: '*/*',
    ...call.headers,
  };
  return { ...call, headers };
}
