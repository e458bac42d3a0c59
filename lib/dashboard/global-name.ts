import { Aws } from 'aws-cdk-lib';
import type { StageSettings } from '../stage-settings.ts';

/**
 * Returns the name of a resource of CloudFront. Such names are unique in the whole account: it contains the stage and
 * the region.
 */
export function getGlobalName({ stage }: StageSettings, name: string): string {
  return `a11y-scan-${stage}-${name}-${Aws.REGION}`;
}
