import { CfnOutput } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Api } from './api.ts';
import type { Store } from './store.ts';

export interface OutputsProps {
  readonly api: Api;
  readonly store: Store;
}

/** What the administration tool reads of the stack, deployed or embedded, under names that stay. */
export class Outputs extends Construct {
  constructor(scope: Construct, id: string, { api, store }: OutputsProps) {
    super(scope, id);
    const values = {
      ApiUrl: api.url,
      TableName: store.table.tableName,
      AuditTableName: store.auditTable.tableName,
    };
    for (const [name, value] of Object.entries(values)) {
      new CfnOutput(this, name, { value }).overrideLogicalId(name);
    }
  }
}
