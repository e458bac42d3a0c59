import { exampleReport } from '../../../core/api/example-report.ts';
import { exampleSharedReport } from '../../../core/api/people-examples.ts';
import { exampleGroups } from '../../../core/api/result-endpoints.ts';
import { buildScanResults } from '../../../core/reports/scan-results.ts';
import { sharedGroupSchema, sharedResultsSchema } from '../../../core/shared-reports/shared-views.ts';
import type {
  CountedPageOf,
  NewSharedReport,
  PageOf,
  SharedGroup,
  SharedReport,
  SharedResults,
} from '../../../dashboard/api/types.ts';
import { type FakeAnswer, ok, problem } from './fake-answer.ts';
import { at, HOSTILE, id, personId } from './fake-data.ts';

/** What the fake service answers about shared reports. */

export const sharedScanId = id('scan', '1');
/** The token of every shared report that is created. */
export const shareToken = `${id('share', '9')}_${'s'.repeat(43)}`;

export interface FakeSharing {
  shared: SharedReport[];
}

export function createFakeSharing(): FakeSharing {
  const one = { ...exampleSharedReport, scanId: sharedScanId, siteId: id('site', '1') };
  const createdBy = { personId, name: 'Ada Lovelace' };
  const times = { createdAt: at(-2), expiresAt: at(28), reportKeptUntil: at(300), lastOpenedOn: null };
  return {
    shared: [
      { ...one, id: id('share', '1'), siteName: 'Shop', createdBy, ...times },
      { ...one, id: id('share', '2'), siteName: HOSTILE, note: HOSTILE, createdBy, ...times },
    ],
  };
}

/** Answers a call with the token of a shared report; undefined for other calls. */
export function answerStranger(path: string, token: unknown): FakeAnswer | undefined {
  if (!path.startsWith('/shared-report') || path.startsWith('/shared-reports')) return undefined;
  if (token !== shareToken) return problem(404, 'shared-report-not-found', 'The link is not valid.');
  const results = { ...buildScanResults(exampleReport), expiresAt: at(28) };
  if (path === '/shared-report') return ok<SharedResults>(sharedResultsSchema.parse(results));
  const [group] = exampleGroups.map((each) => sharedGroupSchema.parse(each));
  if (path !== '/shared-report/groups' || group === undefined) return undefined;
  const hostile = { ...group, id: 'grp_2', help: HOSTILE, element: { ...group.element, html: HOSTILE } };
  return ok<CountedPageOf<SharedGroup>>({ items: [group, hostile], nextCursor: null, total: 2 });
}

/** Answers a call about shared reports; undefined for other calls. */
export function answerSharing(
  state: FakeSharing,
  method: string,
  path: string,
  body: Record<string, unknown>,
  isEmpty: boolean,
): FakeAnswer | undefined {
  const [, list, shareId] = path.split('/');
  if (list !== 'shared-reports') return undefined;
  switch (method) {
    case 'GET':
      return ok<PageOf<SharedReport>>({ items: isEmpty ? [] : state.shared, nextCursor: null });
    case 'POST': {
      const days = Number(body.expiresInDays);
      if (days < 1 || days > 90)
        return problem(422, 'invalid-request', '', [
          { path: 'expiresInDays', message: 'must be at most 90' },
        ]);
      const [first] = createFakeSharing().shared;
      if (first === undefined) return undefined;
      const note = body.note === null ? null : String(body.note);
      const created = { ...first, id: id('share', '9'), note, expiresAt: at(days) };
      state.shared = [created, ...state.shared];
      const url = `https://dashboard.example/shared#${shareToken}`;
      return ok<NewSharedReport>({ ...created, token: shareToken, url }, 201);
    }
    case 'DELETE':
      state.shared = state.shared.filter((each) => each.id !== shareId);
      return { status: 204 };
  }
  return undefined;
}
