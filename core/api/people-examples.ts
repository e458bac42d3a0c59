import type { MeView } from '../people/me-view.ts';
import type { SessionView } from '../people/session-view.ts';

/** Examples of responses about people in the OpenAPI document. */

export const exampleSession: SessionView = {
  sessionId: 'session_01k6zq2v5e8m2n4p6r7s9t0w1y',
  createdAt: '2026-03-02T09:10:00.000Z',
  lastSeenAt: '2026-03-02T09:20:00.000Z',
  endsAt: '2026-03-16T09:10:00.000Z',
  browser: 'Firefox on Linux',
  current: true,
};

export const exampleMe: MeView = {
  person: {
    personId: 'person_01k6zq1v5e8m2n4p6r7s9t0w1y',
    name: 'Ada Example',
    email: 'ada@example.com',
  },
  session: {
    sessionId: exampleSession.sessionId,
    createdAt: exampleSession.createdAt,
    signedInAt: '2026-03-02T09:09:58.000Z',
    endsAt: exampleSession.endsAt,
  },
  accounts: [
    { accountId: 'acct_01k6zq0v5e8m2n4p6r7s9t0w1y', name: 'Example Ltd', role: 'admin', siteIds: null },
  ],
};
