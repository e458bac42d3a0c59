import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Api } from './api.ts';
import { Dashboard } from './dashboard/dashboard.ts';
import { OriginSecret } from './dashboard/origin-secret.ts';
import { SignInParameter } from './dashboard/sign-in-parameter.ts';
import { DashboardUserPool } from './dashboard/user-pool.ts';
import type { DataStack } from './data-stack.ts';
import { defineApiFunctions } from './function-table/api-functions.ts';
import { createFunctions, type FunctionDefaults, type NodeFunction } from './node-function.ts';

/**
 * API Gateway, its functions, and the dashboard. The administration tool reads the outputs, so their names must not
 * change.
 */
export class ApiStack extends Stack {
  readonly functions: Readonly<Record<keyof ReturnType<typeof defineApiFunctions>, NodeFunction>>;
  readonly api: Api;
  /** Undefined if the stage runs without it. */
  readonly dashboard: Dashboard | undefined;

  constructor(
    scope: Construct,
    id: string,
    defaults: FunctionDefaults,
    { data, ...props }: StackProps & { readonly data: DataStack },
  ) {
    super(scope, id, props);
    const { settings } = defaults;
    const hasDashboard = settings.dashboard === 'on';
    // Without a secret, no address of a viewer is believed.
    const originSecret = hasDashboard ? new OriginSecret(this, 'OriginSecret').reference : '';
    this.functions = createFunctions(this, defineApiFunctions(settings, data, originSecret), defaults);
    this.api = new Api(this, 'Api', { settings, functions: this.functions });
    const { restApi } = this.api;
    const { identityProvider } = data;
    this.dashboard = hasDashboard
      ? new Dashboard(
          this,
          'Dashboard',
          {
            apiId: restApi.restApiId,
            originSecret,
            pictureHost: data.bucket.bucket.bucketRegionalDomainName,
            identityProvider,
            publishAfter: [restApi.deploymentStage],
          },
          defaults,
        )
      : undefined;
    // It is no part of the dashboard, because two resources cannot have its name while the dashboard is added.
    new SignInParameter(
      this,
      'SignInSettings',
      settings.stage,
      this.dashboard?.signIn ?? { origin: this.api.url },
    );
    const outputs = {
      ApiUrl: this.api.url,
      ...(this.dashboard && { DashboardUrl: this.dashboard.origin }),
      TableName: data.store.table.tableName,
      AuditTableName: data.store.auditTable.tableName,
      ...(identityProvider instanceof DashboardUserPool && { UserPoolId: identityProvider.pool.userPoolId }),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
