import { afterAll, beforeAll, describe, it } from 'vitest';
import { PAGE_TIMEOUT_MS } from '../../../core/scans/pacing.ts';
import type { Site } from './harness.ts';
import {
  asking,
  ENDLESS_TIMEOUT_MS,
  endless,
  expectOutcomes,
  type Kind,
  large,
  restless,
  serveKinds,
} from './page-kinds.ts';

let site: Site;
beforeAll(async () => {
  site = await serveKinds([...asking, ...endless, ...restless, ...large]);
});
afterAll(() => site.close());

describe.each<[string, Kind[], number]>([
  ['request something', asking, PAGE_TIMEOUT_MS],
  ['never end', endless, ENDLESS_TIMEOUT_MS],
  ['change endlessly', restless, PAGE_TIMEOUT_MS],
  ['are large or strange', large, PAGE_TIMEOUT_MS],
])('pages that %s', (_what, kinds, pageTimeoutMs) => {
  it('end as expected, and the next page of the chunk is not affected', () =>
    expectOutcomes(site, kinds, pageTimeoutMs));
});
