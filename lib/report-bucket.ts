import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { NodeFunction } from './node-function.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * What lies under each prefix, all by account and scan: page results, one object per page and attempt; the forms of
 * reports and what belongs to them; pictures of elements.
 */
export const bucketPrefixes = ['results/', 'reports/', 'pictures/'] as const;
export type BucketPrefix = (typeof bucketPrefixes)[number];

/** Objects of every report that are read by themselves: `*` stands for account, scan and edition. */
export type ReportObject =
  | 'reports/*/known.json'
  | 'reports/*/state.json'
  | 'reports/*/findings-index.json'
  | 'reports/*/findings.ndjson';

/**
 * The private bucket of page results, reports and pictures. Not versioned: every object is written once, under a key
 * that names its scan and attempt, edition or content. Kept when the stack goes, since
 * CloudFormation cannot remove a bucket that holds anything; the lifecycle empties it, but for what is renewed before
 * it is due (lib/keeping.ts).
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
        ...bucketPrefixes.map((prefix) => ({
          id: prefix.slice(0, -1),
          prefix,
          expiration: Duration.days(settings.retention.objectsDays),
        })),
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

  /** Allows listing what lies under the prefixes, and nothing else of the bucket. */
  allowListing(to: NodeFunction<object>): void {
    const prefixes = bucketPrefixes.map((prefix) => `${prefix}*`);
    to.allow(['s3:ListBucket'], [this.bucket.bucketArn], { StringLike: { 's3:prefix': prefixes } });
  }

  /** Allows reading one object of every report. */
  allowReading(to: NodeFunction<object>, object: ReportObject): void {
    this.allowOn(to, 'GetObject', object);
  }

  /** Allows one action on the objects under one prefix. */
  allow(
    to: NodeFunction<object>,
    action: 'GetObject' | 'PutObject' | 'DeleteObject',
    prefix: BucketPrefix,
  ): void {
    this.allowOn(to, action, `${prefix}*`);
  }

  private allowOn(to: NodeFunction<object>, action: string, objects: string): void {
    to.allow([`s3:${action}`], [this.bucket.arnForObjects(objects)]);
    const { role } = to.function;
    if (role === undefined) return;
    const bucketId = this.bucket.stack.getLogicalId(this.bucket.node.defaultChild as never);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${objects}]`,
      reason: `${to.functionName} may ${action} ${objects}; the keys are those of scans to come.`,
    });
  }
}
