import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { awsClientOptions } from '../aws-client-options.ts';

/** The two tables and their client: the first parameter of the functions in this folder. */
export interface Store {
  db: DynamoDBDocumentClient;
  /** Name of the main table. */
  table: string;
  /** Name of the audit table; absent in functions that may not write it. */
  auditTable?: string;
}

/** Opens the tables by name. Region, credentials and endpoint come from the environment, as the SDK reads it. */
export function openStore(names: { table: string; auditTable?: string }): Store {
  const client = new DynamoDBClient(awsClientOptions);
  const db = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { db, ...names };
}
