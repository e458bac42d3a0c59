import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../core/reports/report.ts';
import { Admin } from '../../local/demo/admin.ts';
import { Api } from '../../local/demo/api.ts';
import { Runtime } from '../../local/runtime.ts';
import { type ContestantJob, contest, type PageFindings } from './contract.ts';
import { findingsIn } from './report-findings.ts';

/** How exactly the end is known; a key may call ten times a second. */
const LOOK_AGAIN_MS = 110;

/**
 * The whole service on this machine, from the trigger until the report has been read. Before the clock starts it has
 * scanned one page, so that its functions are warm. As many chunks of the scan are out as there are pages at a time,
 * but the embedded runtime runs no more browsers than there are cores, and never fewer than two places.
 */
contest(async (job) => {
  if (job.assembly === undefined) throw new Error('the service needs its synthesized stack: job.assembly');
  const runtime = await Runtime.start({ dataFolder: join(job.folder, 'data'), assembly: job.assembly });
  const leave = () => runtime.stop();
  try {
    for (const lambda of runtime.service.functions) {
      const environment = lambda.environment;
      lambda.environment = (sqs) => {
        const values = environment(sqs);
        const inFlight = values.CHUNKS_IN_FLIGHT && { CHUNKS_IN_FLIGHT: String(job.concurrency) };
        return { ...values, ...inFlight };
      };
    }
    const admin = new Admin(runtime.data.path);
    const { accountId } = await admin.createAccount('Benchmark');
    const { apiKey } = await admin.createKey(accountId, 'Benchmark', 'admin');
    const api = new Api(runtime.baseUrl, apiKey);
    const site = await createSite(api, job);
    const warmUp = await createSite(api, { ...job, paths: job.paths.slice(0, 1) });
    await scan(api, warmUp, 1);
    return { work: async () => pagesOf(await scan(api, site, job.paths.length), job), leave };
  } catch (error) {
    await leave();
    throw error;
  }
});

async function createSite(api: Api, { origin, paths }: ContestantJob): Promise<string> {
  const [first = '/', ...pages] = paths;
  const body = { name: 'Benchmark', url: origin + first, pages };
  return ((await api.call('POST', '/sites', body)).body as { id: string }).id;
}

/** From the trigger until the report is here. */
async function scan(api: Api, siteId: string, maxPages: number): Promise<Report> {
  const config = { rules: ['wcag21-aa', 'best-practice'], crawl: 'none', maxPages };
  const { id } = (await api.call('POST', `/sites/${siteId}/scans`, { config })).body as { id: string };
  for (;;) {
    const { status, body } = await api.call('GET', `/scans/${id}/report?delivery=link`);
    if (status === 200) return (await (await fetch((body as { url: string }).url)).json()) as Report;
    await sleep(LOOK_AGAIN_MS);
  }
}

function pagesOf(
  { pages, violations, needsReview }: Report,
  { origin, paths }: ContestantJob,
): PageFindings[] {
  const byUrl = new Map(pages.map((page) => [page.requestedUrl, page]));
  return paths.map((path) => {
    const page = byUrl.get(origin + path);
    if (page === undefined) return { path, findings: [], error: 'It is not in the report.' };
    const of = (rules: Report['violations'], kind: 'violation' | 'review') =>
      rules.map(({ ruleId, nodes }) => ({
        ruleId,
        kind,
        nodes: nodes.filter(({ pageId }) => pageId === page.id),
      }));
    return {
      path,
      ...(page.outcome !== 'scanned' && { error: `${page.outcome}: ${page.detail}` }),
      findings: findingsIn([...of(violations, 'violation'), ...of(needsReview, 'review')]),
    };
  });
}
