import type { Ids } from './tenants.ts';

/** Roles from the smallest to the largest. Each may make the calls of those before it. */
const roleOrder = ['viewer', 'scanner', 'manager', 'admin'];
type Role = 'viewer' | 'scanner' | 'manager' | 'admin';

/** A site with what belongs to it; its account has other things. */
export interface Owner {
  account: 'one' | 'two';
  site: 'first' | 'second' | 'foreign';
}

/** What a call names: things of an owner, ids that nothing has, or texts that are no ids. */
export type Named = Owner | 'unknown' | 'malformed';

/** A caller, as the documents describe it. */
export interface Caller {
  /** Why no call with its credential is accepted. */
  denied?: string;
  kind: 'key' | 'member' | 'person' | 'stranger';
  /** The account that a call is for. */
  account?: Owner['account'];
  /** The account that a person is a member of, if that is not `account`. */
  memberOf?: Owner['account'];
  role?: Role;
  /** The only site that it may access. */
  onlySite?: Owner['site'];
  /** The site whose things it made, with its session. */
  made?: Owner['site'];
  isSignInOld?: true;
  /** Whether its calls come from a page of the dashboard. */
  isFromDashboard?: true;
  /** Whether the invitation to the first site's account is for it. */
  isInvited?: true;
  /** What the token of a shared report that it sends is: of the first site's report, or of one that has ended. */
  shareToken?: 'valid' | 'ended';
}

/** Something that a query or a body names. */
interface Reference {
  id: keyof Ids;
  /** The answer if the caller cannot access it. */
  missing: string;
  /** The answer if it is no id; `422 invalid-request` by default. */
  malformed?: string;
  /** The answer to a caller who is limited to sites, if that is another one. */
  missingToLimited?: string;
  /** The answer if the caller can access it, but it is not of the site that the path names. */
  elsewhere?: string;
}

/** Who may make a call, and how it is made. */
export interface Call {
  /** The smallest role that may make it; every signed-in person; readers of a shared report; or everyone. */
  by: Role | 'person' | 'reader' | 'everyone';
  /** Whether API keys may not make it. */
  isForPeople?: true;
  /** Whether people need a sign-in within the last 15 minutes. */
  needsRecentSignIn?: true;
  /** The status of the response to a caller who may make it. */
  success: number;
  /** The answer to a caller who is limited to sites, if such a caller may not make it. */
  ifLimited?: string;
  query?: (ids: Ids) => string;
  body?: (ids: Ids) => unknown;
  references?: Reference[];
  /** What a parameter of the path names, if not the id of its name. */
  pathIds?: Record<string, keyof Ids>;
  /** The answer if a parameter of the path names nothing that the caller can access. */
  missing?: Record<string, string>;
  /** The answer, if it depends on something else than role and object. */
  answer?: (caller: Caller, named: Named) => string;
}

const missingCodes: Record<string, string> = {
  siteId: 'site-not-found',
  scanId: 'scan-not-found',
  pictureId: 'picture-not-found',
  suppressionId: 'suppression-not-found',
  fingerprint: 'history-not-found',
  groupId: 'history-not-found',
  shareId: 'shared-report-not-found',
  sessionId: 'session-not-found',
  personId: 'member-not-found',
  invitationId: 'invitation-not-found',
  keyId: 'key-not-found',
  alertId: 'alert-not-found',
  webhookId: 'webhook-not-found',
  deliveryId: 'delivery-not-found',
};

const viewer = { by: 'viewer', success: 200 } as const;
const scanner = { by: 'scanner', success: 200 } as const;
const manager = { by: 'manager', success: 200 } as const;
const admin = { by: 'admin', success: 200 } as const;
const everyone = { by: 'everyone', success: 200 } as const;
const reader = { by: 'reader', success: 200 } as const;
const person = { by: 'person', isForPeople: true, success: 200 } as const;
const people = { isForPeople: true } as const;
const recent = { needsRecentSignIn: true } as const;

const schedule = {
  every: 'day',
  at: '06:00',
  timeZone: 'Europe/Berlin',
  withinMinutes: 60,
  config: { rules: ['wcag-aa'] },
};
/** A site that a grant names. A caller cannot give access to a site that it cannot access. */
const grantedSite: Reference = {
  id: 'siteId',
  missing: '422 invalid-request',
  missingToLimited: '403 grant-too-large',
};
const invitationToken: Pick<Call, 'body' | 'answer'> = {
  body: ({ invitationToken: token }) => ({ token }),
  answer: ({ isInvited }, named) => {
    if (typeof named === 'string') return '404 invitation-invalid';
    return isInvited && named.site === 'first' ? '200' : '403 invitation-for-another-person';
  },
};

/**
 * Who may make each call, by operation id. From docs/administering.md (what each role may), docs/api.md (what is for
 * people only, what needs no key) and the descriptions of the calls (recent sign-ins, statuses). It must not be
 * derived from the code that decides.
 */
export const accessTable: Record<string, Call> = {
  'get-overview': viewer,
  'list-sites': viewer,
  'create-site': {
    ...manager,
    success: 201,
    ifLimited: '403 key-limited-to-sites',
    body: () => ({ name: 'New', url: 'https://new.example.com/' }),
  },
  'get-site': viewer,
  'update-site': { ...manager, body: () => ({ name: 'Changed' }) },
  'delete-site': { ...manager, ...recent, success: 204 },
  'get-schedule': viewer,
  'set-schedule': { ...manager, body: () => schedule },
  'delete-schedule': { ...manager, success: 204 },
  'trigger-scan': { ...scanner, success: 202, body: () => ({ config: { rules: ['wcag-aa'] } }) },
  'list-scans': viewer,
  'list-account-scans': {
    ...viewer,
    query: ({ siteId }) => `?site=${siteId}`,
    references: [{ id: 'siteId', missing: '404 site-not-found' }],
  },
  'get-scan': viewer,
  'cancel-scan': { ...scanner, pathIds: { scanId: 'runningScanId' } },
  'delete-scan': { ...manager, success: 204 },
  'accept-scan': { ...manager, body: () => ({ reason: 'Accepted' }) },
  'get-report': viewer,
  'get-scan-results': viewer,
  'list-scan-groups': viewer,
  'list-site-groups': viewer,
  'list-scan-pages': viewer,
  'list-findings': viewer,
  'get-finding-history': viewer,
  'get-group-history': viewer,
  'compare-scans': {
    ...viewer,
    query: ({ otherScanId }) => `?with=${otherScanId}`,
    references: [{ id: 'otherScanId', missing: '422 invalid-request', elsewhere: '422 invalid-request' }],
  },
  'get-picture': viewer,
  'list-shared-reports': { ...manager, ...people },
  'share-report': {
    ...manager,
    ...people,
    success: 201,
    body: ({ scanId }) => ({ scanId }),
    references: [{ id: 'scanId', missing: '404 scan-not-found' }],
  },
  'revoke-shared-report': { ...manager, ...people, success: 204 },
  'get-shared-report': reader,
  'list-shared-groups': reader,
  'list-shared-findings': reader,
  'list-shared-pages': reader,
  'get-shared-picture': reader,
  'get-trend': viewer,
  'list-suppressions': viewer,
  'create-suppression': {
    ...manager,
    success: 201,
    body: () => ({ match: { rule: 'image-alt' }, reason: 'Known' }),
  },
  'update-suppression': { ...manager, body: () => ({ reason: 'Changed' }) },
  'delete-suppression': { ...manager, success: 204 },
  'list-decisions': viewer,
  decide: {
    ...manager,
    body: ({ scanId, reviewFingerprint: fingerprint }) => ({
      scanId,
      fingerprint,
      decision: 'problem',
      reason: 'Unreadable',
    }),
    references: [{ id: 'scanId', missing: '404 scan-not-found', elsewhere: '422 invalid-request' }],
  },
  'delete-decision': { ...manager, success: 204, missing: { fingerprint: '404 decision-not-found' } },
  'list-alerts': { ...manager, ...people },
  'create-alert': {
    ...manager,
    ...people,
    success: 201,
    body: ({ siteId, personId }) => ({
      name: 'New',
      sites: { ids: [siteId] },
      channel: { kind: 'mail', people: [personId] },
    }),
    references: [grantedSite],
  },
  'get-alert': { ...manager, ...people },
  'update-alert': { ...manager, ...people, body: () => ({ name: 'Changed' }) },
  'delete-alert': { ...manager, ...people, success: 204 },
  'test-alert': { ...manager, ...people, success: 202 },
  'preview-alert': {
    ...manager,
    ...people,
    body: ({ siteId }) => ({ siteId }),
    references: [{ id: 'siteId', missing: '404 site-not-found' }],
  },
  'list-webhooks': admin,
  'create-webhook': {
    ...admin,
    ...recent,
    success: 201,
    body: ({ siteId }) => ({ url: 'http://127.0.0.1:8080/', events: ['scan.completed'], sites: [siteId] }),
    references: [grantedSite],
  },
  'get-webhook': admin,
  'update-webhook': { ...admin, ...recent, body: () => ({ description: 'Changed' }) },
  'delete-webhook': { ...admin, success: 204 },
  'rotate-webhook-secret': { ...admin, ...recent },
  'test-webhook': { ...admin, success: 202 },
  'list-webhook-deliveries': admin,
  'get-webhook-delivery': admin,
  redeliver: { ...admin, success: 202 },
  'get-usage': manager,
  'list-people-usage': { ...manager, ...people },
  'get-usage-limits': { ...manager, ...people },
  'begin-sign-in': { ...everyone, success: 302 },
  'finish-sign-in': { ...everyone, success: 302 },
  'sign-out': {
    ...everyone,
    answer: ({ isFromDashboard }) => (isFromDashboard ? '200' : '403 cross-site-request'),
  },
  'list-audit-entries': { ...admin, ...people },
  'export-audit-entries': { ...admin, ...people },
  'get-account': { ...viewer, ...people },
  'change-account': { ...admin, ...people, body: () => ({ name: 'Changed' }) },
  'delete-account': { ...admin, ...people, ...recent, success: 202, body: () => ({ name: 'Test' }) },
  'leave-account': { ...viewer, ...people, ...recent, success: 204 },
  'list-members': { ...manager, ...people },
  'change-member': { ...admin, ...people, ...recent, body: () => ({ role: 'manager' }) },
  'remove-member': { ...admin, ...people, ...recent },
  'list-invitations': { ...admin, ...people },
  'invite-member': {
    ...admin,
    ...people,
    ...recent,
    success: 201,
    body: ({ siteId }) => ({ email: 'new@example.com', role: 'viewer', siteIds: [siteId] }),
    references: [grantedSite],
  },
  'resend-invitation': { ...admin, ...people, ...recent },
  'revoke-invitation': { ...admin, ...people, ...recent, success: 204 },
  'list-api-keys': { ...admin, ...people },
  'create-api-key': {
    ...admin,
    ...people,
    ...recent,
    success: 201,
    body: ({ siteId }) => ({ name: 'New', siteIds: [siteId] }),
    references: [grantedSite],
  },
  'get-api-key': { ...admin, ...people },
  'update-api-key': { ...admin, ...people, ...recent, body: () => ({ name: 'Changed' }) },
  'rotate-api-key': { ...admin, ...people, ...recent, body: () => ({}) },
  'end-previous-value': { ...admin, ...people, ...recent },
  'revoke-api-key': { ...admin, ...people, ...recent },
  'get-me': person,
  'change-me': { ...person, body: () => ({ name: 'Changed' }) },
  'preview-invitation': { ...person, ...invitationToken },
  'accept-invitation': { ...person, ...recent, ...invitationToken },
  'list-sessions': person,
  'end-session': { ...person, success: 204 },
  'end-sessions': { ...person, success: 204 },
  'get-notifications': person,
  'set-notifications': {
    ...person,
    body: ({ accountId }) => ({ accountId, alerts: false, digests: false }),
    references: [{ id: 'accountId', missing: '403 not-a-member' }],
  },
  'start-mail': { ...person, ...recent },
  'open-unsubscribe': {
    ...everyone,
    success: 302,
    query: ({ unsubscribeToken }) => `?token=${unsubscribeToken}`,
  },
  unsubscribe: {
    ...everyone,
    query: ({ unsubscribeToken }) => `?token=${unsubscribeToken}`,
    answer: (_, named) => (typeof named === 'string' ? '404 unsubscribe-link-invalid' : '204'),
  },
  'list-rule-sets': viewer,
  'get-openapi': everyone,
  'get-health': everyone,
};

/** An operation of the OpenAPI document with its entry in the table. */
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  call: Call;
}

/** Returns the names of the parameters in a path. */
export function listPathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

/**
 * Returns what a caller gets according to the table: a status of success, or the status and the code of a problem.
 * @param parent what the first parameter of the path names; all others name things of `named`
 */
export function expectAnswer(
  { method, path, call }: Operation,
  caller: Caller,
  { parent, named }: { parent: Named; named: Named },
): string {
  if (call.by === 'reader') return expectReaderAnswer(path, caller, named);
  const refusal = call.by === 'everyone' ? undefined : findRefusal(method, call, caller);
  if (refusal !== undefined) return refusal;
  if (call.answer) return call.answer(caller, named);
  const { references = [] } = call;
  // The request is validated before anything is read.
  for (const { malformed = '422 invalid-request' } of references) if (named === 'malformed') return malformed;
  for (const [at, name] of listPathParameters(path).entries())
    if (!canAccess(caller, at === 0 ? parent : named, name) || (at > 0 && named !== parent))
      return call.missing?.[name] ?? `404 ${missingCodes[name]}`;
  for (const { id, missing, missingToLimited = missing, elsewhere } of references) {
    if (!canAccess(caller, named, id)) return caller.onlySite ? missingToLimited : missing;
    if (elsewhere !== undefined && named !== parent) return elsewhere;
  }
  return String(call.success);
}

/** Readers have the token of a shared report. Their other credentials do not matter. */
function expectReaderAnswer(path: string, { shareToken }: Caller, named: Named): string {
  if (shareToken === undefined) return '422 invalid-request';
  if (path.includes('{pictureId}') && named === 'malformed') return '404 picture-not-found';
  if (shareToken === 'ended') return '404 shared-report-not-found';
  const isOfReport = typeof named !== 'string' && named.site === 'first';
  return isOfReport || !path.includes('{') ? '200' : '404 picture-not-found';
}

/** Returns the answer to a caller who may not make a call, whatever it names. */
function findRefusal(method: string, call: Call, caller: Caller): string | undefined {
  if (caller.denied) return caller.denied;
  if (caller.kind === 'stranger') return '401 key-missing';
  if (caller.kind !== 'key' && method !== 'GET' && !caller.isFromDashboard) return '403 cross-site-request';
  if (call.by === 'person') {
    if (caller.kind === 'key') return '403 people-only';
  } else {
    if (caller.kind === 'person') return '400 account-missing';
    if (caller.kind === 'key' && call.isForPeople) return '403 people-only';
    if (roleOrder.indexOf(caller.role ?? '') < roleOrder.indexOf(call.by)) return '403 role-too-small';
  }
  if (call.needsRecentSignIn && caller.isSignInOld) return '403 sign-in-too-old';
  return caller.onlySite ? call.ifLimited : undefined;
}

/** True if a caller may access what an id names. */
function canAccess(caller: Caller, named: Named, id: string): boolean {
  if (typeof named === 'string') return false;
  const { account, memberOf = account, onlySite, made } = caller;
  switch (id) {
    case 'accountId':
      return named.account === memberOf;
    case 'sessionId':
      return named.site === made;
    case 'keyId':
    case 'invitationId':
    case 'personId':
      return named.account === account;
    // A member who is limited to sites changes only alerts that the member has set.
    case 'alertId':
      return named.account === account && (onlySite === undefined || made === named.site);
    default:
      return named.account === account && (onlySite === undefined || onlySite === named.site);
  }
}
