import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { scanFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { answerPage } from '../../adapters/http/page.ts';
import { nothingToReport, stillToCome } from '../../adapters/http/report-there.ts';
import { reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { listFindings } from '../../core/api/finding-endpoints.ts';
import { pickFindings } from '../../core/reports/finding-index.ts';
import { axeRules } from '../../core/rule-sets/axe-rules.ts';
import { hasEdition } from '../../core/scans/result-key.ts';
import { criteriaOf } from '../../core/wcag/criteria.ts';
import { schema } from './env.ts';
import { readIndex, readLines } from './read-findings.ts';
import { viewFinding } from './view-finding.ts';

/** The rules that belong to a success criterion. */
function rulesOf(criterion: string): ReadonlySet<string> {
  return new Set(
    axeRules.filter(({ tags }) => criteriaOf(tags).includes(criterion)).map(({ ruleId }) => ruleId),
  );
}

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const bucket = reportBucket(env.BUCKET_NAME);

  return apiHandler(listFindings, access, async ({ principal, params, query }) => {
    const { limit, cursor, criterion, suppressed, ...given } = query;
    const scan = await scanFor(access.store, principal, params.scanId);
    const coming = stillToCome(scan);
    if (coming) return coming;
    const { scanId } = scan;
    if (scan.report !== 'ready' || !hasEdition(scan)) throw nothingToReport(scan);
    const index = await readIndex(bucket, scan);
    if (!index) throw nothingToReport(scan);

    const filter = {
      ...given,
      ...(suppressed === undefined ? {} : { suppressed: suppressed === 'true' }),
      ...(criterion === undefined ? {} : { rules: rulesOf(criterion) }),
    };
    const filters = { scanId, criterion, suppressed, ...given };
    let total = 0;
    const page = await answerPage(
      access.store,
      { principal, call: listFindings.operationId, filters, cursor },
      async (after) => {
        const picked = pickFindings(index, filter, {
          limit,
          ...(after === undefined ? {} : { after: Number(after) }),
        });
        total = picked.total;
        const items = await readLines(bucket, scan, picked.lines);
        if (!items) throw nothingToReport(scan);
        return picked.next === undefined ? { items } : { items, next: String(picked.next) };
      },
      viewFinding,
    );
    return { status: 200, json: { ...page, total } };
  });
}
