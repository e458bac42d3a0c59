import { bindTo } from '../../adapters/bind-to.ts';
import { recordRead } from '../../adapters/dynamodb/audit.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { negotiateMediaType } from '../../adapters/http/accept.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { buildPendingAnswer } from '../../adapters/http/scan-answers.ts';
import { logger } from '../../adapters/observability/logger.ts';
import {
  getObject,
  getObjectSize,
  openReportBucket,
  presignObjectUrl,
} from '../../adapters/report-bucket/report-bucket.ts';
import { getReport as endpoint } from '../../core/api/report-endpoints.ts';
import { formatByMediaType, type ReportFormat } from '../../core/reports/report-formats.ts';
import { getReport } from '../../use-cases/get-report.ts';
import { schemas } from '../env.ts';
import { ANSWER_BYTES_MAX, buildContentAnswer, canAnswerWith } from './content-answer.ts';

export const createHandler = defineApiFunction(endpoint, schemas['get-report'], (store, env) => {
  const dependencies = {
    ...bindTo(store, { findScan: scans.findScan, recordRead }),
    ...bindTo(openReportBucket(env.BUCKET_NAME), { getObject, presignObjectUrl, getObjectSize }),
    contentBytesMax: ANSWER_BYTES_MAX,
    canAnswerWith,
  };
  return async (call) => {
    const format = call.query.format ?? negotiateFormat(call.accept);
    const asLink = call.query.delivery === 'link';
    const result = await getReport(dependencies, { ...call, ...call.params, format, asLink });
    // The format may be negotiated, and a link may replace a large report. So the request does not say what was read.
    logger().appendKeys({ format, answer: result.kind });
    switch (result.kind) {
      case 'pending':
        return buildPendingAnswer(result.scan);
      case 'content':
        return buildContentAnswer(result.format, result.content);
      case 'link':
        return { status: 200, json: result.link };
      case 'too-large':
        return { status: 303, headers: { Location: result.link.url }, json: result.link };
    }
  };
});

/** Returns the format that an Accept header prefers; undefined if it accepts no available format. */
function negotiateFormat(accept: string | undefined): ReportFormat | undefined {
  const type = negotiateMediaType(accept, [...formatByMediaType.keys()]);
  return type === undefined ? undefined : formatByMediaType.get(type);
}
