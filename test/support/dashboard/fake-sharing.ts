import { exampleSharedPicture, exampleSharedReport } from '../../../core/api/people-examples.ts';
import { mapPage } from '../../../core/listing/page.ts';
import {
  sharedFindingSchema,
  sharedGroupSchema,
  sharedPageSchema,
  sharedResultsSchema,
} from '../../../core/shared-reports/shared-views.ts';
import type {
  CountedPageOf,
  NewSharedReport,
  PageOf,
  SharedFinding,
  SharedGroup,
  SharedPages,
  SharedPicture,
  SharedReport,
  SharedResults,
} from '../../../dashboard/api/types.ts';
import { type FakeAnswer, ok, problem } from './fake-answer.ts';
import { accounts, at, HOSTILE, id, personId } from './fake-data.ts';
import { createFakeResults, listFakeFindings, listFakeGroups, listFakePages } from './fake-results.ts';
import { createFakeSites } from './fake-sites.ts';

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

/** Returns the token of a shared report that is as full or empty as the data of an account. */
export const getShareToken = (account: string) =>
  account === accounts.full ? shareToken : `share_${account}`;

/** Answers a call with the token of a shared report; undefined for other calls. */
export function answerStranger(path: string, token: unknown, query: URLSearchParams): FakeAnswer | undefined {
  const [, list, part = ''] = path.split('/');
  if (list !== 'shared-report') return undefined;
  if (token === getShareToken(accounts.error)) {
    return problem(503, 'service-unavailable', 'The service is busy.');
  }
  const isEmpty = token === getShareToken(accounts.empty);
  if (token !== shareToken && !isEmpty) {
    return problem(404, 'shared-report-not-found', 'The link is not valid.');
  }
  const value = (name: string) => query.get(name) ?? undefined;
  switch (part) {
    case '':
      return ok<SharedResults>(
        sharedResultsSchema.parse({ ...createFakeResults(isEmpty), expiresAt: at(28) }),
      );
    case 'groups':
      return ok<CountedPageOf<SharedGroup>>(
        mapPage(listFakeGroups(value, isEmpty), (group) => sharedGroupSchema.parse(group)),
      );
    case 'findings':
      return ok<CountedPageOf<SharedFinding>>(
        mapPage(listFakeFindings(value, isEmpty), (finding) => sharedFindingSchema.parse(finding)),
      );
    case 'pages':
      return ok<SharedPages>(
        mapPage(listFakePages(isEmpty ? [] : createFakeSites().pages, value), (page) =>
          sharedPageSchema.parse(page),
        ),
      );
    case 'pictures':
      return ok<SharedPicture>(exampleSharedPicture);
  }
  return undefined;
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
