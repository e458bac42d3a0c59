import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore, type Store } from '../../adapters/dynamodb/store.ts';
import type { Credentials } from '../../local/iam/credentials.ts';
import { REGION } from '../../local/template/names.ts';

/** Opens the tables of a service that `npm start` runs on a data folder. */
export async function openStoreOf(dataFolder: string): Promise<Store> {
  const file = await readFile(join(dataFolder, 'runtime.json'), 'utf8');
  const { endpoints, credentials, outputs } = JSON.parse(file);
  pointSdkAt(endpoints.dynamodb, credentials);
  return openStore({ table: outputs.TableName, auditTable: outputs.AuditTableName });
}

/** Lets the clients of this process call the tables of a service. */
export function pointSdkAt(dynamodb: string, { accessKeyId, secretAccessKey }: Credentials): void {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamodb;
  process.env.AWS_REGION = REGION;
  process.env.AWS_ACCESS_KEY_ID = accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey;
}
