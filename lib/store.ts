import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { globalIndexes, LOCAL_INDEX } from '../core/storage/indexes.ts';
import type { Grant } from './function-row.ts';
import type { StageSettings } from './stage-settings.ts';

const string = AttributeType.STRING;

/** What a function may do with the main table. A transaction needs the actions of what it is made of. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/**
 * The main table (accounts, keys, sites, scans, pages, usage) and the audit log, a table of its own so that a
 * function can be allowed to add to the log and nothing else.
 */
export class Store extends Construct {
  readonly table: Table;
  readonly auditTable: Table;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const { keepData } = settings.retention;
    this.table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: string },
      sortKey: { name: 'sk', type: string },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: 'ttl',
      deletionProtection: keepData,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    for (const indexName of globalIndexes) {
      this.table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: `${indexName}pk`, type: string },
        sortKey: { name: `${indexName}sk`, type: string },
        // Scans change with every page: an index that copied them would be written as often. Lists read items by key.
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }
    this.table.addLocalSecondaryIndex({
      indexName: LOCAL_INDEX,
      sortKey: { name: `${LOCAL_INDEX}sk`, type: string },
      // Only open pages are in it, which do not change there, and each is read whole to be dispatched.
      projectionType: ProjectionType.ALL,
    });
    // The log is evidence: it outlives the stack in every stage and nothing in it expires.
    this.auditTable = new Table(this, 'AuditTable', {
      partitionKey: { name: 'pk', type: string },
      sortKey: { name: 'sk', type: string },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: keepData,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /** Exactly these actions on the main table; a query also on its indexes, by name. */
  grant(...actions: TableAction[]): Grant {
    const { tableArn } = this.table;
    const indexes = [...globalIndexes, LOCAL_INDEX].map((index) => `${tableArn}/index/${index}`);
    return {
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [tableArn, ...(actions.includes('Query') ? indexes : [])],
    };
  }

  /** Adding to the audit log: neither reading nor changing nor deleting. */
  get auditing(): Grant {
    return { actions: ['dynamodb:PutItem'], resources: [this.auditTable.tableArn] };
  }
}
