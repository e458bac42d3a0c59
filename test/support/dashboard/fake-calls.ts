import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { standardHeaders } from '../../../core/api/endpoint.ts';
import type {
  AcceptedInvitation,
  Account,
  AccountDeletion,
  ApiKey,
  ApiKeyDetail,
  AuditEntry,
  ChangedMember,
  Invitation,
  InvitationPreview,
  InvitationWithLink,
  KeyUsage,
  KeyWithValue,
  Me,
  Member,
  MemberRemoval,
  PageOf,
  PersonUsage,
  RevokedKey,
  Session,
  SessionList,
  SignedOut,
  UsageLimits,
} from '../../../dashboard/api/types.ts';
import {
  answerAlerts,
  answerMailLink,
  answerNotifications,
  answerWebhooks,
  createFakeAlerts,
  type FakeAlerts,
} from './fake-alerts.ts';
import { type FakeAnswer, ok, problem } from './fake-answer.ts';
import {
  accounts,
  at,
  createAccount,
  createAuditEntries,
  createInvitations,
  createKeys,
  createMe,
  createMembers,
  createSessions,
  createUsage,
  inviteToken,
} from './fake-data.ts';
import { answerHistory } from './fake-history.ts';
import { answerResults } from './fake-results.ts';
import { answerSharing, answerStranger, createFakeSharing, type FakeSharing } from './fake-sharing.ts';
import { answerAllSites, answerSites, createFakeSites, type FakeSites } from './fake-sites.ts';

/** A request that reached the fake service. */
export interface RecordedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What the fake service answers. */
export interface FakeState extends FakeSites, FakeSharing, FakeAlerts {
  isSignedIn: boolean;
  me: Me;
  keys: ApiKeyDetail[];
  members: Member[];
  invitations: Invitation[];
  sessions: Session[];
  usage: { keys: KeyUsage[]; people: PersonUsage[] };
  audit: AuditEntry[];
  /** Answers to calls such as `POST /api-keys`, instead of the usual ones. */
  overrides: Record<string, FakeAnswer>;
  /** Parts of the names of files that the server does not have. */
  missingFiles: string[];
  /** Resolves when a call may be answered. */
  hold: Promise<void>;
}

export function createFakeState(): FakeState {
  return {
    isSignedIn: true,
    me: createMe(),
    keys: createKeys(),
    members: createMembers(),
    invitations: createInvitations(),
    sessions: createSessions(),
    usage: createUsage(),
    audit: createAuditEntries(),
    ...createFakeSites(),
    ...createFakeSharing(),
    ...createFakeAlerts(),
    overrides: {},
    missingFiles: [],
    hold: Promise.resolve(),
  };
}

/** The value of every key that is created or rotated. */
export const keyValue = `key_${'0'.repeat(25)}1_${'Z'.repeat(30)}`;

export async function answerCall(
  state: FakeState,
  request: RecordedRequest,
  response: ServerResponse,
): Promise<void> {
  await state.hold;
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const path = pathname.replace('/api/v1', '');
  const answer = state.overrides[`${request.method} ${path}`] ?? decide(state, request, path, searchParams);
  response.writeHead(answer.status, {
    ...standardHeaders,
    'Content-Type': 'application/json',
    ...answer.headers,
  });
  response.end(answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body)));
}

function decide(
  state: FakeState,
  request: RecordedRequest,
  path: string,
  query: URLSearchParams,
): FakeAnswer {
  const account = request.headers['a11y-account'];
  const call = `${request.method} ${path}`;
  if (path === '/sign-in') return { status: 302, headers: { Location: query.get('return') ?? '/' } };
  const ofStranger =
    answerStranger(path, request.headers['a11y-share-token'], query) ?? answerMailLink(call, query);
  if (ofStranger !== undefined) return ofStranger;
  if (!state.isSignedIn) return problem(401, 'key-missing', 'Send an API key or sign in.');
  if (request.method !== 'GET' && account === undefined) return problem(403, 'cross-site-request', '');
  const body = request.body === '' ? {} : (JSON.parse(request.body) as Record<string, unknown>);
  const ofPerson = answerPerson(state, call, path, body) ?? answerNotifications(state, call, body);
  if (ofPerson !== undefined) return ofPerson;
  if (account === accounts.error) {
    return {
      ...problem(503, 'service-unavailable', 'The service is busy.'),
      headers: { 'Retry-After': '7' },
    };
  }
  if (!state.me.accounts.some(({ accountId }) => accountId === account)) {
    return problem(403, 'not-a-member', 'You are not a member of this account.');
  }
  const isEmpty = account === accounts.empty;
  return (
    answerLists(state, call, query, isEmpty) ??
    answerHistory(state, call, query, isEmpty) ??
    answerAllSites(state, call, query, body, isEmpty) ??
    answerSites(state, request.method, path, query, body, isEmpty) ??
    answerSharing(state, request.method, path, body, isEmpty) ??
    answerAlerts(state, request.method, path, body, isEmpty) ??
    answerWebhooks(state, request.method, path, query, body, isEmpty) ??
    answerResults(state, request.method, path, query, body, isEmpty) ??
    answerKeys(state, request.method, path, body) ??
    answerMembers(state, request.method, path, body) ??
    problem(404, 'route-not-found', 'This route does not exist.')
  );
}

function answerPerson(
  state: FakeState,
  call: string,
  path: string,
  body: Record<string, unknown>,
): FakeAnswer | undefined {
  const { me } = state;
  switch (call) {
    case 'GET /me':
      return ok<Me>(me);
    case 'PATCH /me':
      me.person.name = String(body.name);
      return ok<Me>(me);
    case 'GET /me/sessions':
      return ok<SessionList>({ items: state.sessions });
    case 'DELETE /me/sessions':
    case 'POST /sign-out':
      state.isSignedIn = false;
      return call.startsWith('POST') ? ok<SignedOut>({ providerSignOutUrl: null }) : { status: 204 };
    case 'POST /me/invitations/preview':
      if (body.token !== inviteToken) return problem(404, 'invitation-invalid', 'No such invitation.');
      return ok<InvitationPreview>({
        accountName: 'Beta Works',
        role: 'manager',
        siteCount: null,
        expiresAt: at(5),
      });
    case 'POST /me/invitations/accept':
      return ok<AcceptedInvitation>({ accountId: accounts.empty });
  }
  if (call.startsWith('DELETE /me/sessions/')) {
    state.sessions = state.sessions.filter(({ sessionId }) => !path.endsWith(sessionId));
    return { status: 204 };
  }
  return undefined;
}

function answerLists(
  state: FakeState,
  call: string,
  query: URLSearchParams,
  isEmpty: boolean,
): FakeAnswer | undefined {
  const page = <Item>(items: Item[]) => ok<PageOf<Item>>({ items: isEmpty ? [] : items, nextCursor: null });
  switch (call) {
    case 'GET /account':
      return ok<Account>({ ...createAccount(), ...(isEmpty && { name: 'Empty Ltd', sites: 0, keys: 0 }) });
    case 'GET /sites':
      return page(state.sites);
    case 'GET /api-keys': {
      const by = query.get('createdBy');
      return page<ApiKey>(
        state.keys.filter(({ createdBy }) => by === null || createdBy?.id === by).map(withoutRefusals),
      );
    }
    case 'GET /members':
      return ok<PageOf<Member>>({
        items: isEmpty ? state.members.slice(0, 1) : state.members,
        nextCursor: null,
      });
    case 'GET /invitations':
      return page(state.invitations);
    case 'GET /usage':
      return page(state.usage.keys.filter(({ keyId }) => (query.get('keyId') ?? keyId) === keyId));
    case 'GET /usage/limits':
      return ok<UsageLimits>({
        requestsPerMinute: 120,
        scansPerMonth: 1_000,
        pagesPerMonth: 20_000,
        scansUsed: isEmpty ? null : 41,
        pagesUsed: isEmpty ? null : 3_112,
        monthEndsAt: at(8),
      });
    case 'GET /usage/people':
      return page(state.usage.people);
    case 'GET /audit-entries': {
      const action = query.get('action');
      const found = state.audit.filter((entry) => action === null || entry.action === action);
      const isFirst = query.get('cursor') === null;
      return ok<PageOf<AuditEntry>>({
        items: isEmpty ? [] : isFirst ? found.slice(0, 20) : found.slice(20),
        nextCursor: isEmpty || !isFirst || found.length <= 20 ? null : 'second',
      });
    }
    case 'GET /audit-entries/export':
      return query.get('cursor') === null
        ? {
            status: 200,
            text: 'first\n',
            headers: {
              'Content-Type': 'text/csv',
              Link: '</api/v1/audit-entries/export?format=csv&cursor=second>; rel="next"',
            },
          }
        : { status: 200, text: 'second\n', headers: { 'Content-Type': 'text/csv' } };
  }
  return undefined;
}

/** Only the detail of a key has its refused calls. */
function withoutRefusals({ refusals: _refusals, ...key }: ApiKeyDetail): ApiKey {
  return key;
}

function answerKeys(
  state: FakeState,
  method: string,
  path: string,
  body: Record<string, unknown>,
): FakeAnswer | undefined {
  if (method === 'POST' && path === '/api-keys') {
    const name = String(body.name ?? '').trim();
    if (name === '') {
      return problem(422, 'invalid-request', 'name must not be empty.', [
        { path: 'name', message: 'must not be empty' },
      ]);
    }
    const [template] = createKeys();
    const key = {
      ...(template as ApiKeyDetail),
      keyId: `apikey_${'n'.padStart(26, '0')}`,
      name,
      previousValue: null,
      lastUsedAt: null,
    };
    state.keys = [...state.keys, key];
    return ok<KeyWithValue>({ key: withoutRefusals(key), value: keyValue }, 201);
  }
  const [, keyId, action] = /^\/api-keys\/(\w+)(?:\/([\w-]+))?$/.exec(path) ?? [];
  if (keyId === undefined) return undefined;
  const key = state.keys.find((each) => each.keyId === keyId);
  if (key === undefined) return problem(404, 'key-not-found', 'The key does not exist.');
  switch (`${method} ${action ?? ''}`) {
    case 'GET ':
      return ok<ApiKeyDetail>(key);
    case 'PATCH ':
      Object.assign(key, body);
      return ok<ApiKey>(withoutRefusals(key));
    case 'POST rotate':
      key.previousValue = { worksUntil: at(1), lastUsedAt: null };
      return ok<KeyWithValue>({ key: withoutRefusals(key), value: keyValue });
    case 'POST end-previous':
      key.previousValue = null;
      return ok<ApiKey>(withoutRefusals(key));
    case 'POST revoke':
      key.status = 'revoked';
      key.revokedAt = at(0);
      return ok<RevokedKey>({
        ...withoutRefusals(key),
        webhooks: state.webhooks.filter(({ createdBy }) => 'keyId' in createdBy && createdBy.keyId === keyId),
      });
  }
  return undefined;
}

function answerMembers(
  state: FakeState,
  method: string,
  path: string,
  body: Record<string, unknown>,
): FakeAnswer | undefined {
  const [, collection, itemId, action] = /^\/(members|invitations)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
  if (collection === 'invitations') {
    const [template] = createInvitations();
    const link = `http://localhost/invitation#${inviteToken}`;
    if (method === 'POST' && action === undefined) {
      const email = String(body.email ?? '');
      if (!email.includes('@')) {
        return problem(422, 'invalid-request', 'email must be an email address.', [
          { path: 'email', message: 'must be an email address' },
        ]);
      }
      const invitation = {
        ...(template as Invitation),
        invitationId: `invite_${'n'.padStart(26, '0')}`,
        email,
      };
      state.invitations = [...state.invitations, invitation];
      return ok<InvitationWithLink>({ invitation, link }, 201);
    }
    const invitation = state.invitations.find(({ invitationId }) => invitationId === itemId);
    if (invitation === undefined) return problem(404, 'invitation-not-found', 'No such invitation.');
    if (method === 'POST') return ok<InvitationWithLink>({ invitation, link });
    state.invitations = state.invitations.filter((each) => each !== invitation);
    return { status: 204 };
  }
  if (collection === 'members') {
    const member = state.members.find(({ personId }) => personId === itemId);
    if (member === undefined) return problem(404, 'member-not-found', 'The person is not a member.');
    if (method === 'PATCH') {
      Object.assign(member, body);
      return ok<ChangedMember>({ ...member, voidedInvitations: [] });
    }
    state.members = state.members.filter((each) => each !== member);
    return ok<MemberRemoval>({ keys: [], voidedInvitations: [] });
  }
  if (method === 'POST' && path === '/account/leave') return { status: 204 };
  if (path === '/account' && method === 'PATCH') {
    return ok<Account>({ ...createAccount(), ...body });
  }
  if (path === '/account/delete' && method === 'POST') {
    return body.name === 'Acme Shops'
      ? ok<AccountDeletion>({ accountId: accounts.full }, 202)
      : problem(422, 'invalid-request', 'name must equal the name of the account.', [
          { path: 'name', message: 'must equal the name of the account' },
        ]);
  }
  return undefined;
}
