import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../core/reports/report.ts';
import { Admin } from '../../local/demo/admin.ts';
import { Api } from '../../local/demo/api.ts';
import { Runtime } from '../../local/runtime.ts';
import { type ContestantJob, type PageFindings, runContestant } from './contract.ts';
import { toFindings } from './report-findings.ts';

/** Polling interval, which limits the precision of the end time. A key may make ten calls per second. */
const LOOK_AGAIN_MS = 110;

/**
 * The whole service on this machine, from the trigger until the report has been read. Before the measurement it scans
 * one page, so that its functions are warm. The scan has one chunk in flight for each concurrent page, but the
 * embedded runtime runs at most one browser per core, and at least two.
 */
runContestant(async (job) => {
  if (job.assembly === undefined) throw new Error('the service needs its synthesized stack: job.assembly');
  const runtime = await Runtime.start({
    dataFolder: join(job.folder, 'data'),
    assembly: job.assembly,
    loopbackPorts: 'all',
  });
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
    return { work: async () => listPages(await scan(api, site, job.paths.length), job), cleanUp: leave };
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

/** Runs one scan, from the trigger until the report is downloaded. */
async function scan(api: Api, siteId: string, maxPages: number): Promise<Report> {
  const config = { rules: ['wcag21-aa', 'best-practice'], crawl: 'none', maxPages };
  const { id } = (await api.call('POST', `/sites/${siteId}/scans`, { config })).body as { id: string };
  for (;;) {
    const { status, body } = await api.call('GET', `/scans/${id}/report?delivery=link`);
    if (status === 200) return (await (await fetch((body as { url: string }).url)).json()) as Report;
    await sleep(LOOK_AGAIN_MS);
  }
}

function listPages(
  { pages, violations, needsReview }: Report,
  { origin, paths }: ContestantJob,
): PageFindings[] {
  const byUrl = new Map(pages.map((page) => [page.requestedUrl, page]));
  return paths.map((path) => {
    const page = byUrl.get(origin + path);
    if (page === undefined) return { path, findings: [], error: 'The page is not in the report.' };
    const of = (rules: Report['violations'], kind: 'violation' | 'review') =>
      rules.map(({ ruleId, nodes }) => ({
        ruleId,
        kind,
        nodes: nodes.filter(({ pageId }) => pageId === page.id),
      }));
    return {
      path,
      ...(page.outcome !== 'scanned' && { error: `${page.outcome}: ${page.detail}` }),
      findings: toFindings([...of(violations, 'violation'), ...of(needsReview, 'review')]),
    };
  });
}
