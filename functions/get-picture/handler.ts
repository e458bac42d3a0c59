import { bindTo } from '../../adapters/bind-to.ts';
import { recordRead } from '../../adapters/dynamodb/audit.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import {
  getObjectSize,
  openReportBucket,
  presignObjectUrl,
} from '../../adapters/report-bucket/report-bucket.ts';
import { getPicture as endpoint } from '../../core/api/picture-endpoints.ts';
import { getPicture } from '../../use-cases/get-picture.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['get-picture'], (store, env) => {
  const dependencies = {
    ...bindTo(store, { findScan: scans.findScan, recordRead }),
    ...bindTo(openReportBucket(env.BUCKET_NAME), { presignObjectUrl, getObjectSize }),
  };
  return async (call) => {
    const link = await getPicture(dependencies, { ...call, ...call.params });
    return call.query.delivery === 'redirect'
      ? { status: 303, headers: { Location: link.url }, json: link }
      : { status: 200, json: link };
  };
});
