import { afterAll, beforeAll, expect } from 'vitest';
import type { Report } from '../../../core/reports/report.ts';
import type { ScanView } from '../../../core/scans/scan.ts';
import type { TestKey } from '../api/harness.ts';
import { startWorkflow, type Workflow } from './harness.ts';
import { buildScanPage, type ShownPage } from './shown-pages.ts';

/** A page's path within its site and the id of a fault on it: an image without alternative text, or an empty link. */
export type Fault = `/${'' | 'sale'}#${string}`;

/** The state of a site at the time of a scan. */
interface Shown {
  faults?: Fault[];
  /** Paths that answer 503. */
  down?: string[];
  /** True if the start page links to the sale, which is the only other page. */
  hasSale?: boolean;
}

export const asksNew = { new: 'serious', minCoverage: 40 } as const;

interface Tried extends Shown {
  commit?: string;
  branch?: string;
  targetBranch?: string;
  /** Null for no gate. */
  failOn?: object | null;
  config?: object;
}

export interface Result {
  id: string;
  gate: string | null;
  /** Ids of the faults that are new. */
  news: string[];
  report: Report;
}

/** Starts the workflow before the tests of a file. Returns what scans sites whose content changes. */
export function useGates() {
  let workflow: Workflow;
  let key: TestKey;
  const shown = new Map<string, Shown>();
  let sites = 0;

  beforeAll(async () => {
    workflow = await startWorkflow(buildScanPage(pageAt));
    key = await workflow.api.key(await workflow.api.account());
  });
  afterAll(() => workflow?.stop());

  function pageAt({ origin, pathname }: URL): ShownPage | undefined {
    const [, site = '', page = ''] = pathname.split('/');
    const { faults = [], down = [], hasSale = false } = shown.get(site) ?? { down: [`/${page}`] };
    if (down.includes(`/${page}`)) return undefined;
    const ids = faults
      .filter((fault) => fault.startsWith(`/${page}#`))
      .map((fault) => fault.split('#')[1] ?? '');
    return {
      faults: ids.map((id) => ({ ruleId: id === 'link' ? 'link-name' : 'image-alt', id })),
      links: hasSale ? [`${origin}/${site}/sale`] : [],
    };
  }

  /** Creates a site with a function that scans it repeatedly, once per build. */
  async function createSite() {
    sites += 1;
    const name = `site${sites}`;
    const url = `${workflow.origin}/${name}/`;
    const { json: site } = await key.call('POST', '/sites', { body: { name, url } });
    const configOf = ({ commit, branch, targetBranch, failOn = asksNew, config }: Tried) => ({
      rules: ['wcag-a'],
      screenshots: 'none',
      metadata: { commit, branch, targetBranch },
      ...(failOn === null ? {} : { failOn }),
      ...config,
    });
    return {
      id: site.id as string,
      async scan(tried: Tried): Promise<Result> {
        shown.set(name, tried);
        return resultOf(await workflow.scan(key, site.id, configOf(tried)));
      },
    };
  }

  async function resultOf({ id }: ScanView): Promise<Result> {
    const report: Report = (await key.call('GET', `/scans/${id}/report`)).json;
    const news = report.violations
      .flatMap(({ nodes }) => nodes)
      .filter(({ state }) => state === 'new' || state === 'regressed')
      .map(({ html }) => / id="(\w+)"/.exec(html)?.[1] ?? html);
    return { id, gate: report.gate.result, news, report };
  }

  const accept = (scanId: string, reason = 'Known, to be fixed in March') =>
    key.call('POST', `/scans/${scanId}/accept`, { body: { reason } });

  /** Accepts a scan, and expects that the scan has the acceptance, which a second one does not replace. */
  async function expectAccepted({ id }: Result): Promise<void> {
    const { status, json } = await accept(id, '  Known, to be fixed in March ');
    expect(status).toBe(200);
    const by = { keyId: key.record.keyId, name: 'test' };
    expect(json.accepted).toMatchObject({ by, reason: 'Known, to be fixed in March' });
    expect((await key.call('GET', `/scans/${id}`)).json.accepted).toEqual(json.accepted);
    expect((await accept(id, 'Once more')).json.accepted).toEqual(json.accepted);
  }

  /** Creates a site with a scan that has a finding, and with a later one that passed and was deleted. */
  async function createSiteWithoutBaseline() {
    const site = await createSite();
    // This baseline has the finding, so it would make a later scan with it pass.
    await site.scan({ commit: one, faults: [X] });
    const fixed = await site.scan({ commit: two });
    expect(fixed.gate).toBe('passed');
    expect((await key.call('DELETE', `/scans/${fixed.id}`)).status).toBe(204);
    expect((await key.call('GET', `/scans/${fixed.id}`)).status).toBe(404);
    expect((await key.call('GET', `/scans/${fixed.id}/report`)).status).toBe(404);
    return site;
  }

  return {
    createSite,
    createSiteWithoutBaseline,
    accept,
    expectAccepted,
    key: () => key,
    workflow: () => workflow,
  };
}

export const baselineOf = ({ report }: Result) => report.comparison.baseline?.scanId ?? null;
const commits = { one: '1111111', two: '2222222', three: '3333333', four: '4444444' };
export const { one, two, three, four } = commits;
export const X: Fault = '/#x';
export const Y: Fault = '/#y';
export const LINK: Fault = '/#link';
export const onSale = { hasSale: true, faults: ['/sale#x'] } satisfies Shown;
