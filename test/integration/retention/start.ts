import { HeadObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';
import type { ReportBucket } from '../../../adapters/report-bucket/report-bucket.ts';
import { buildPictureKey, buildReportKey, buildResultKey } from '../../../core/scans/object-keys.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

export const RETENTION_DAYS = 100;
const BUCKET = 'objects';

/** Starts the tables and the bucket, empty, and points the environment at them; load handlers after it. */
export async function startRetention() {
  const [tables, fauxqs]: [TestTables, Awaited<ReturnType<typeof startFauxqs>>] = await Promise.all([
    startTables(),
    startFauxqs({ port: 0, host: '127.0.0.1', logger: false }),
  ]);
  fauxqs.createBucket(BUCKET);
  Object.assign(process.env, {
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${fauxqs.port}`,
    TABLE_NAME: tables.store.table,
    AUDIT_TABLE_NAME: tables.store.auditTable,
    BUCKET_NAME: BUCKET,
    RETENTION_DAYS: String(RETENTION_DAYS),
  });
  const { putObject, openReportBucket: reportBucket } = await import(
    '../../../adapters/report-bucket/report-bucket.ts'
  );
  const bucket: ReportBucket = reportBucket(BUCKET);
  return {
    store: tables.store,
    bucket,
    /** Writes one object of each kind for a scan, and returns their keys. */
    async putObjectsOf(scan: { accountId: string; scanId: string }): Promise<string[]> {
      const objects: [key: string, body: string, type: string][] = [
        [buildResultKey({ ...scan, pageId: 'p', attempt: 1, run: 'r' }), '{}', 'application/json'],
        [buildReportKey({ ...scan, edition: 'e' }, 'html'), '<!doctype html>', 'text/html; charset=utf-8'],
        [buildPictureKey({ ...scan, id: 'a'.repeat(64) }), 'RIFF', 'image/webp'],
      ];
      for (const [key, body, type] of objects) await putObject(bucket, key, body, type);
      return objects.map(([key]) => key).sort();
    },
    keys: () => listKeys(bucket.client),
    headOf: (key: string) => bucket.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: key })),
    async stop() {
      bucket.client.destroy();
      await Promise.all([tables.stop(), fauxqs.stop()]);
    },
  };
}

/** Returns the keys of all objects, sorted. */
async function listKeys(client: S3Client): Promise<string[]> {
  const keys: string[] = [];
  let token: string | undefined;
  do {
    const found = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, ContinuationToken: token }));
    keys.push(...(found.Contents ?? []).map(({ Key }) => Key ?? ''));
    token = found.NextContinuationToken;
  } while (token !== undefined);
  return keys.sort();
}

/** Enough time for a whole run. */
export const plenty = { getRemainingTimeInMillis: () => 240_000 };

/** Returns a Lambda context that has time left for this many checks. */
export function timeFor(questions: number) {
  let asked = 0;
  return {
    getRemainingTimeInMillis: () => {
      asked += 1;
      return asked <= questions ? 240_000 : 0;
    },
  };
}
