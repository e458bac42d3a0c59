import { expect, it } from 'vitest';
import { functionNames } from '../support/stub-bundles.ts';
import { permissionsOf, synthesize } from '../support/synthesize.ts';

/** The permissions of each function, stored as a file so that a review shows every new permission. */
it('gives each function the same permissions', async () => {
  const template = synthesize('prod');
  const lines = functionNames.toSorted().flatMap((name) => {
    const grants = permissionsOf(template, name).flatMap(({ actions, resources }) =>
      actions.flatMap((action) => resources.map((resource) => `  ${action} ${named(resource)}`)),
    );
    return [name, ...[...new Set(grants)].sort()];
  });

  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('permissions.txt');
});

const names: ReadonlyArray<readonly [RegExp, string]> = [
  [/<[^<>]*AuditTable[^<>]*>/g, '<audit table>'],
  [/<[^<>]*StoreTable[^<>]*>/g, '<table>'],
  [/<[^<>]*ReportBucket[^<>]*>/g, '<bucket>'],
  [/<[^<>]*CredentialsKey[^<>]*>/g, '<credentials key>'],
  [/<[^<>]*Queues(Plan|ScanHigh|ScanNormal|ScanLow|Record|Finish)(Queue|DeadLetters)[^<>]*>/g, '<$1 $2>'],
  [/<[^<>]*Logs[0-9A-F]{8}[^<>]*>/g, '<its log group>'],
];

/** Returns a resource without the prefix of its logical id, which only states where a construct is in the tree. */
function named(resource: string): string {
  return names.reduce((text, [pattern, name]) => text.replace(pattern, name), resource);
}
