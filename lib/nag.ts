import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * Has every synthesis held against cdk-nag's AwsSolutions rules. What is acknowledged is so beside the construct that
 * it concerns, with its reason.
 */
export function checkWithNag(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
