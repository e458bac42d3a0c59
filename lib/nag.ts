import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * Checks every synthesis with cdk-nag's AwsSolutions rules. Accepted findings are acknowledged at the construct that
 * they concern, with the reason.
 */
export function checkWithNag(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
