import { createHash } from 'node:crypto';
import type { TemplateValue } from './intrinsics.ts';

/** Region and account of all resources on one machine. fauxqs has a fixed account. */
export const REGION = 'us-east-1';
export const ACCOUNT_ID = '000000000000';

/** The property with a resource's physical name, and the longest name that AWS allows for its type. */
const nameProperties: Record<string, { property: string; longest: number }> = {
  'AWS::DynamoDB::Table': { property: 'TableName', longest: 255 },
  'AWS::Lambda::Function': { property: 'FunctionName', longest: 64 },
  'AWS::S3::Bucket': { property: 'BucketName', longest: 63 },
  'AWS::SQS::Queue': { property: 'QueueName', longest: 80 },
};

/**
 * Returns the physical name of a resource: the name in the template, or one built from the stack's name and the
 * logical id, so that it is the same at every start with a data folder.
 */
export function getPhysicalName(
  stackName: string,
  logicalId: string,
  type: string,
  properties: { [key: string]: TemplateValue | undefined },
): string {
  const rule = nameProperties[type];
  const own = rule && properties[rule.property];
  if (typeof own === 'string') return own;
  const name = shorten(`${stackName}-${logicalId}`, rule?.longest ?? 255);
  if (type === 'AWS::S3::Bucket') return name.toLowerCase();
  return type === 'AWS::SQS::Queue' && properties.FifoQueue === true ? `${shorten(name, 75)}.fifo` : name;
}

function shorten(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, longest - 9)}-${hash}`;
}
