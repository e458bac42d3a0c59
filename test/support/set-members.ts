import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Store } from '../../adapters/dynamodb/store.ts';

/** Sets members of an item of the main table, to simulate elapsed time, many calls or damage. */
export async function setMembers(
  { db, table }: Store & { table: string },
  key: { pk: string; sk: string },
  members: Record<string, unknown>,
): Promise<void> {
  const entries = Object.entries(members);
  await db.send(
    new UpdateCommand({
      TableName: table,
      Key: key,
      UpdateExpression: `SET ${entries.map((_, i) => `#m${i} = :m${i}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name], i) => [`#m${i}`, name])),
      ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], i) => [`:m${i}`, value])),
    }),
  );
}
