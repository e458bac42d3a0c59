import { CloudFormationClient, DescribeStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { REGION } from './ministack.ts';
import { RehearsalError } from './steps.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

/**
 * Reads the page of the dashboard and each file that it names from the bucket, where the deployment published them.
 * @returns the number of files
 */
export async function checkDashboard(endpoint: string, stack: string): Promise<number> {
  const bucket = await findBucket(endpoint, stack);
  const client = new S3Client({ endpoint, region: REGION, credentials, forcePathStyle: true });
  const read = async (path: string, cacheControl: string): Promise<string> => {
    const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: path }));
    if (found.CacheControl !== cacheControl) {
      throw new RehearsalError(`${path} has Cache-Control ${found.CacheControl}, not ${cacheControl}`);
    }
    return (await found.Body?.transformToString()) ?? '';
  };
  try {
    const page = await read('index.html', 'no-store');
    const paths = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
    if (paths.length === 0) throw new RehearsalError('index.html names no files');
    for (const path of paths) await read(path, 'public, max-age=31536000, immutable');
    return paths.length + 1;
  } finally {
    client.destroy();
  }
}

/** Returns the name of the bucket with the files of the dashboard. */
async function findBucket(endpoint: string, stack: string): Promise<string> {
  const client = new CloudFormationClient({ endpoint, region: REGION, credentials });
  try {
    const { StackResources = [] } = await client.send(
      new DescribeStackResourcesCommand({ StackName: stack }),
    );
    const bucket = StackResources.find(
      ({ LogicalResourceId, ResourceType }) =>
        ResourceType === 'AWS::S3::Bucket' && LogicalResourceId?.startsWith('DashboardFiles'),
    );
    if (bucket?.PhysicalResourceId === undefined)
      throw new RehearsalError(`the stack ${stack} has no bucket for the dashboard`);
    return bucket.PhysicalResourceId;
  } finally {
    client.destroy();
  }
}
