import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { NodeFunction } from './node-function.ts';
import type { StageSettings } from './stage-settings.ts';

/** What lies under each prefix: page results, one object per page and attempt; and the merged reports. */
export type BucketPrefix = 'results/' | 'reports/';

/**
 * The private bucket of page results and reports. Not versioned: every object is written once under a key that
 * names its scan and attempt, and a report that is merged again is the same. Kept when the stack goes, since
 * CloudFormation cannot remove a bucket that holds anything; the lifecycle empties it.
 */
export class ReportBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [
        { id: 'results', prefix: 'results/', expiration: Duration.days(settings.retention.resultsDays) },
        { id: 'reports', prefix: 'reports/', expiration: Duration.days(settings.retention.reportsDays) },
        { id: 'abandoned-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Every access is by a function of the service or by a link that get-report made, and get-report logs the ' +
        'request, key and scan. Server access logs would be a second bucket of signed URLs to look after.',
    });
  }

  /** Has S3 say that an object is not there; to whoever may not list the bucket it only says 403. */
  allowMissing(to: NodeFunction<object>): void {
    to.allow(['s3:ListBucket'], [this.bucket.bucketArn]);
  }

  /** Allows one action on the objects under one prefix. */
  allow(to: NodeFunction<object>, action: 'GetObject' | 'PutObject', prefix: BucketPrefix): void {
    to.allow([`s3:${action}`], [this.bucket.arnForObjects(`${prefix}*`)]);
    const { role } = to.function;
    if (role === undefined) return;
    const bucketId = this.bucket.stack.getLogicalId(this.bucket.node.defaultChild as never);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`,
      reason: `${to.functionName} may ${action} what lies under ${prefix}; the keys are those of scans to come.`,
    });
  }
}
