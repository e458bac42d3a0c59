import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import {
  auditIndexes,
  copiedAttributes,
  globalIndexes,
  LOCAL_INDEX,
  type TableIndex,
} from '../core/storage/indexes.ts';
import type { Grant } from './function-row.ts';
import type { StageSettings } from './stage-settings.ts';

const string = AttributeType.STRING;

/** Actions on the main table that a function may be granted. A transaction needs the actions of its items. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/**
 * The main table (accounts, keys, sites, scans, pages, usage) and the table of the audit log. The audit log is a
 * separate table, so that a function can be allowed only to append to it.
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
      const nonKeyAttributes = copiedAttributes[indexName];
      this.table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: `${indexName}pk`, type: string },
        sortKey: { name: `${indexName}sk`, type: string },
        // Scans change with every page, and an index with copies would be written each time. Lists read the items by
        // key.
        ...(nonKeyAttributes === undefined
          ? { projectionType: ProjectionType.KEYS_ONLY }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...nonKeyAttributes] }),
      });
    }
    this.table.addLocalSecondaryIndex({
      indexName: LOCAL_INDEX,
      sortKey: { name: `${LOCAL_INDEX}sk`, type: string },
      // The index contains only open pages. They do not change while they are in it, and dispatch reads them
      // completely.
      projectionType: ProjectionType.ALL,
    });
    // The log is evidence: it is retained in every stage when the stack is deleted, and its items never expire.
    this.auditTable = new Table(this, 'AuditTable', {
      partitionKey: { name: 'pk', type: string },
      sortKey: { name: 'sk', type: string },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: keepData,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    for (const indexName of auditIndexes) {
      this.auditTable.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: `${indexName}pk`, type: string },
        sortKey: { name: 'sk', type: string },
        // Entries never change, so a copy is written once.
        projectionType: ProjectionType.ALL,
      });
    }
  }

  /** Returns the permission for exactly these actions on the main table, without its indexes. */
  grant(...actions: TableAction[]): Grant {
    return {
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [this.table.tableArn],
    };
  }

  /**
   * Returns the permission for exactly these actions on items of the main table whose partition keys match a pattern.
   * @param index the actions are those on this index instead, and the patterns those of its partition keys
   */
  grantOnKeys(patterns: readonly string[], actions: readonly TableAction[], index?: TableIndex): Grant {
    return {
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [index === undefined ? this.table.tableArn : `${this.table.tableArn}/index/${index}`],
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...patterns] },
        // ForAllValues alone would allow a request without any key.
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    };
  }

  /** Returns the permission to query these indexes of the main table, and nothing else. */
  grantQueryOn(...indexes: TableIndex[]): Grant {
    return {
      actions: ['dynamodb:Query'],
      resources: indexes.map((index) => `${this.table.tableArn}/index/${index}`),
    };
  }

  /** Permission to query the audit log and its indexes. Only the function that serves it to administrators has it. */
  get auditQueryGrant(): Grant {
    const { tableArn } = this.auditTable;
    return {
      actions: ['dynamodb:Query'],
      resources: [tableArn, ...auditIndexes.map((index) => `${tableArn}/index/${index}`)],
    };
  }

  /**
   * Permission to add to the audit log, but not to read, update or delete its items. IAM cannot require that a put is
   * conditional: the condition in adapters/dynamodb/audit.ts prevents that an entry replaces another one.
   */
  get auditGrant(): Grant {
    return { actions: ['dynamodb:PutItem'], resources: [this.auditTable.tableArn] };
  }
}
