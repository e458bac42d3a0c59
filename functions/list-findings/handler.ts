import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { buildPendingAnswer } from '../../adapters/http/scan-answers.ts';
import { readFindingLines } from '../../adapters/report-bucket/finding-reader.ts';
import { createPartReader } from '../../adapters/report-bucket/part-reader.ts';
import { openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { listFindings as endpoint } from '../../core/api/finding-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { toFindingView } from '../../core/reports/finding-view.ts';
import { listFindings } from '../../use-cases/list-findings.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['list-findings'], (store, env) => {
  const bucket = openReportBucket(env.BUCKET_NAME);
  const dependencies = {
    ...bindTo(store, { findAccount: accounts.findAccount, findScan: scans.findScan }),
    ...bindTo(bucket, { readFindingLines }),
    readIndex: createPartReader(bucket, 'findingsIndex'),
  };
  return async (call) => {
    const result = await listFindings(dependencies, { ...call, ...call.params });
    return result.kind === 'pending'
      ? buildPendingAnswer(result.scan)
      : { status: 200, json: mapPage(result.page, toFindingView) };
  };
});
