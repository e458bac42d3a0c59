import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount, findKey } from '../../adapters/dynamodb/access.ts';
import * as decisions from '../../adapters/dynamodb/decisions.ts';
import { findPerson } from '../../adapters/dynamodb/people.ts';
import { findScan } from '../../adapters/dynamodb/scans.ts';
import { findSite } from '../../adapters/dynamodb/sites.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import { createPartReader } from '../../adapters/report-bucket/part-reader.ts';
import { openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import * as endpoints from '../../core/api/decision-endpoints.ts';
import { toDecisionView } from '../../core/decisions/decision.ts';
import { mapPage } from '../../core/listing/page.ts';
import { decide } from '../../use-cases/decide.ts';
import { deleteDecision } from '../../use-cases/delete-decision.ts';
import { listDecisions } from '../../use-cases/list-decisions.ts';
import { schemas } from '../env.ts';

/** Handles the calls about decisions on findings that need review. */
export const createHandler = defineSharedFunction(schemas['manage-decisions'], (store, env) => {
  const dependencies = {
    ...bindTo(store, { findAccount, findKey, findPerson, findScan, findSite, ...decisions }),
    readIndex: createPartReader(openReportBucket(env.BUCKET_NAME), 'findingsIndex'),
  };
  return [
    route(endpoints.listDecisions, async ({ params, ...call }) => {
      const page = await listDecisions(dependencies, { ...call, ...params });
      return { status: 200, json: mapPage(page, toDecisionView) };
    }),
    route(endpoints.decide, async ({ params, ...call }) => {
      const { decision, replaced } = await decide(dependencies, { ...call, ...params });
      const json = toDecisionView(decision);
      if (replaced) return { status: 200, json };
      const path = `${call.base.path}/sites/${decision.siteId}/decisions/${decision.fingerprint}`;
      return { status: 201, headers: { Location: path }, json };
    }),
    route(endpoints.deleteDecision, async ({ params, ...call }) => {
      await deleteDecision(dependencies, { ...call, ...params });
      return { status: 204 };
    }),
  ];
});
