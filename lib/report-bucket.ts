import { Duration, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { objectPrefixes, revisionParts } from '../core/scans/object-keys.ts';
import type { Grant } from './function-row.ts';
import { privateBucket } from './private-bucket.ts';
import type { StageSettings } from './stage-settings.ts';

/** The kinds of objects in the bucket; each kind has its own prefix. */
export type ObjectKind = keyof typeof objectPrefixes;

const prefixes = Object.values(objectPrefixes);

/** Days for which an object that was deleted or replaced can be restored. */
const EARLIER_VERSIONS_DAYS = 14;

/**
 * The private bucket of page results, reports and pictures. It is retained when the stack is deleted, because
 * CloudFormation cannot delete a bucket that is not empty. The lifecycle rules delete the objects, except those whose
 * retention is extended in time (functions/extend-retention).
 *
 * The bucket has versions, because a function may delete everything in it: no function may delete an earlier version.
 * The lifecycle does, as well as delete markers without versions
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-expire-general-considerations.html).
 */
export class ReportBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      ...privateBucket,
      versioned: true,
      lifecycleRules: [
        ...prefixes.map((prefix) => ({
          id: prefix.slice(0, -1),
          prefix,
          expiration: Duration.days(settings.retention.objectsDays),
        })),
        {
          id: 'earlier-versions',
          noncurrentVersionExpiration: Duration.days(EARLIER_VERSIONS_DAYS),
          expiredObjectDeleteMarker: true,
        },
        { id: 'abandoned-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'The API logs each read with operation, key and scan, and the audit log has an entry for each link. Not ' +
        'logged: how often a link is used, reads by the scan workflow, and reads with other credentials of the AWS ' +
        'account. Server access logs would show these, but need a second bucket, with signed URLs in it.',
    });
  }

  /**
   * Permission to list the bucket, and so to find out that an object does not exist. Without it, S3 responds with 403
   * for such an object. A condition on the prefix would exclude such reads, because they have no prefix
   * (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html).
   */
  get missingObjectGrant(): Grant {
    return { actions: ['s3:ListBucket'], resources: [this.bucket.bucketArn] };
  }

  /** Permission to list the objects under the prefixes, and nothing else in the bucket. */
  get listGrant(): Grant {
    const conditions = { StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) } };
    return { ...this.missingObjectGrant, conditions };
  }

  /** Returns the permission to read one part of every report. */
  grantReadPart(part: keyof typeof revisionParts): Grant {
    return this.#grant('GetObject', `${objectPrefixes.reports}*/${revisionParts[part]}`);
  }

  /** Returns the permission for one action on all objects of a kind. */
  grant(kind: ObjectKind, action: 'GetObject' | 'PutObject' | 'DeleteObject'): Grant {
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

  /** Returns the export name of the bucket, which other stacks and cdk-nag use. */
  get #exportName(): string {
    const { stack, bucketArn } = this.bucket;
    return stack.resolve(stack.exportValue(bucketArn))['Fn::ImportValue'];
  }
}
