import type { ListResources } from './resolved.ts';

/** A function that a deployment runs: a resource `Custom::Trigger` of the CDK. */
export type Trigger = {
  logicalId: string;
  /** ARN of the function with its version. */
  versionArn: string;
  /** ARN of the function that runs it. */
  runnerArn: string;
};

/** Reads the triggers of a stack. */
export function readTriggers(list: ListResources): Trigger[] {
  return list('Custom::Trigger').map(({ logicalId, properties }) => ({
    logicalId,
    versionArn: properties.string('HandlerArn'),
    runnerArn: properties.string('ServiceToken'),
  }));
}

/** Returns the ARN of a function without its version. */
export function removeVersion(arn: string): string {
  return arn.split(':').slice(0, 7).join(':');
}
