import { Duration } from 'aws-cdk-lib';
import { DELETION_CLAIM_MS } from '../../core/retention/deletion-passes.ts';
import { objectPrefixes } from '../../core/scans/object-keys.ts';
import type { Env } from '../../functions/env.ts';
import type { DataStack } from '../data-stack.ts';
import type { StageSettings } from '../stage-settings.ts';
import { checkRow } from './check-row.ts';

/**
 * Returns the functions of the retention jobs. They are two, so that the function that deletes objects cannot write
 * them, and the one that writes cannot delete.
 */
export function defineRetentionFunctions({ memory, retention }: StageSettings, { store, bucket }: DataStack) {
  const table = { TABLE_NAME: store.table.tableName };
  const objects = { BUCKET_NAME: bucket.bucket.bucketName };
  const retentionDays = { RETENTION_DAYS: String(retention.objectsDays) };
  const kinds = Object.keys(objectPrefixes) as (keyof typeof objectPrefixes)[];

  return {
    'delete-site-objects': checkRow<Env<'delete-site-objects'>>({
      description: 'Deletes the objects and items of deleted accounts, sites and scans',
      failure: 'what remains of deleted accounts, sites or scans was not deleted; the next run tries again',
      environment: { ...table, AUDIT_TABLE_NAME: store.auditTable.tableName, ...objects },
      grants: [
        // It revokes the keys and deletes the sites and members of a deleted account, which is recorded.
        store.auditGrant,
        // It reads a scan to see whether it is settled, and puts the tombstone of a scan of a deleted site.
        store.grant('GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
        store.grantQueryOn('gsi1', 'gsi2', 'gsi3', 'gsi4'),
        bucket.listGrant,
        ...kinds.map((kind) => bucket.grant(kind, 'DeleteObject')),
      ],
      // It ends before another run may claim the same site deletion.
      timeout: Duration.millis(DELETION_CLAIM_MS - 60_000),
      memory: memory.workflow,
      every: Duration.minutes(1),
    }),

    'extend-retention': checkRow<Env<'extend-retention'>>({
      description: 'Extends the retention of the objects of possible baselines',
      failure: 'the retention of reports was not extended; the run of the next day tries again',
      environment: { ...table, ...objects, ...retentionDays },
      grants: [
        store.grant('BatchGetItem', 'UpdateItem'),
        store.grantQueryOn('gsi3'),
        // It lists objects, and one may be deleted before it is read.
        bucket.missingObjectGrant,
        ...kinds.flatMap((kind) => [bucket.grant(kind, 'GetObject'), bucket.grant(kind, 'PutObject')]),
      ],
      timeout: Duration.minutes(15),
      memory: memory.workflow,
      every: Duration.days(1),
    }),
  };
}
