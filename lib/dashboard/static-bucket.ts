import { Duration, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { KEPT_DAYS, replacedTag } from '../../core/dashboard/replaced-files.ts';
import type { Grant } from '../function-row.ts';
import { privateBucket } from '../private-bucket.ts';

/**
 * The private bucket of the dashboard's files, which only the distribution reads. Files of earlier versions are kept
 * for some days, so that a page that is open during a deployment can still load them.
 */
export class StaticBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      ...privateBucket,
      lifecycleRules: [
        {
          id: 'replaced-files',
          tagFilters: { [replacedTag.key]: replacedTag.value },
          expiration: Duration.days(KEPT_DAYS),
        },
        { id: 'abandoned-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'The bucket contains the files of the dashboard, which are public. Everything that a person does in the ' +
        'dashboard is a call of the API, which is logged.',
    });
  }

  /** Permissions to publish a version: list, read, write and tag the files, but not delete them. */
  get publishGrants(): Grant[] {
    const { stack, bucketArn } = this.bucket;
    const { 'Fn::GetAtt': path } = stack.resolve(bucketArn) as { 'Fn::GetAtt': [string, string] };
    return [
      { actions: ['s3:ListBucket'], resources: [bucketArn] },
      {
        actions: ['s3:GetObject', 's3:PutObject', 's3:PutObjectTagging'],
        resources: [this.bucket.arnForObjects('*')],
        acknowledged: {
          id: `AwsSolutions-IAM5[Resource::<${path.join('.')}>/*]`,
          reason: 'It publishes all files of the dashboard. Their names contain hashes of their contents.',
        },
      },
    ];
  }
}
