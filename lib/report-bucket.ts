import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { objectPrefixes, revisionParts } from '../core/scans/object-keys.ts';
import type { Grant } from './function-row.ts';
import type { StageSettings } from './stage-settings.ts';

/** What the bucket holds, each kind under a prefix of its own. */
export type ObjectKind = keyof typeof objectPrefixes;

const prefixes = Object.values(objectPrefixes);

/**
 * The private bucket of page results, reports and pictures. Not versioned: every object is written once, under a key
 * that names its scan and attempt, edition or content. Kept when the stack goes, since
 * CloudFormation cannot remove a bucket that holds anything; the lifecycle empties it, but for what is renewed before
 * it is due (functions/extend-retention).
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
        ...prefixes.map((prefix) => ({
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

  /** Learning that an object does not exist. Without it, S3 answers 403 for such an object. */
  get distinguishingMissing(): Grant {
    return { actions: ['s3:ListBucket'], resources: [this.bucket.bucketArn] };
  }

  /** Listing what lies under the prefixes, and nothing else of the bucket. */
  get listing(): Grant {
    const conditions = { StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) } };
    return { ...this.distinguishingMissing, conditions };
  }

  /** Reading one of the objects that belong to a report, of every report. */
  readingPart(part: keyof typeof revisionParts): Grant {
    return this.#grant('GetObject', `${objectPrefixes.reports}*/${revisionParts[part]}`);
  }

  /** One action on all objects of a kind. */
  on(kind: ObjectKind, action: 'GetObject' | 'PutObject' | 'DeleteObject'): Grant {
    return this.#grant(action, `${objectPrefixes[kind]}*`);
  }

  #grant(action: string, objects: string): Grant {
    return {
      actions: [`s3:${action}`],
      resources: [this.bucket.arnForObjects(objects)],
      acknowledged: {
        id: `AwsSolutions-IAM5[Resource::${this.#exportName}/${objects}]`,
        reason: `It may ${action} ${objects}: the keys of these objects are not known before a scan.`,
      },
    };
  }

  /** Name by which other stacks know the bucket, and cdk-nag with them. */
  get #exportName(): string {
    const { stack, bucketArn } = this.bucket;
    return stack.resolve(stack.exportValue(bucketArn))['Fn::ImportValue'];
  }
}
