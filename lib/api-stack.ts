import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Api } from './api.ts';
import { Dashboard } from './dashboard/dashboard.ts';
import { OriginSecret } from './dashboard/origin-secret.ts';
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
  readonly dashboard: Dashboard;

  constructor(
    scope: Construct,
    id: string,
    defaults: FunctionDefaults,
    { data, ...props }: StackProps & { readonly data: DataStack },
  ) {
    super(scope, id, props);
    const { settings } = defaults;
    const originSecret = new OriginSecret(this, 'OriginSecret').reference;
    this.functions = createFunctions(this, defineApiFunctions(settings, data, originSecret), defaults);
    this.api = new Api(this, 'Api', { settings, functions: this.functions });
    const { restApi } = this.api;
    this.dashboard = new Dashboard(
      this,
      'Dashboard',
      {
        apiId: restApi.restApiId,
        originSecret,
        pictureHost: data.bucket.bucket.bucketRegionalDomainName,
        identityProvider: data.identityProvider,
        publishAfter: [restApi.deploymentStage],
      },
      defaults,
    );
    const { identityProvider } = data;
    const outputs = {
      ApiUrl: this.api.url,
      DashboardUrl: this.dashboard.origin,
      TableName: data.store.table.tableName,
      AuditTableName: data.store.auditTable.tableName,
      ...(identityProvider instanceof DashboardUserPool && { UserPoolId: identityProvider.pool.userPoolId }),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
