import { describe, expect, it } from 'vitest';
import { functionNames } from './support/stub-bundles.ts';
import {
  functionsByName,
  idOf,
  listRoles,
  permissionsOf,
  resourcesOf,
  type Statement,
  statementsOf,
  synthesize,
  TRIGGER_PROVIDER,
} from './support/synthesize.ts';

const template = synthesize('prod');
const auditTable = `<${idOf(template, 'AWS::DynamoDB::Table', 'StoreAuditTable')}.Arn>`;

const logging = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const tracing = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
/** Returns the permissions of a function besides its logs and traces, as `action resource`. */
function grants(name: string): string[] {
  return permissionsOf(template, name)
    .filter(({ actions }) => !isOneOf(actions, logging) && !isOneOf(actions, tracing))
    .flatMap(({ actions, resources }) =>
      actions.flatMap((action) => resources.map((on) => `${action} ${on}`)),
    )
    .sort();
}
const isOneOf = (actions: string[], known: string[]) => actions.join() === known.join();
/** The permissions of each function are in golden/permissions.txt; these rules apply to all of them. */
describe('permissions', () => {
  it('allow every function to write to its own log group and to send traces', () => {
    const logGroups = new Set<string>();
    for (const name of functionNames) {
      const statements = permissionsOf(template, name);
      const logs = statements.find(({ actions }) => isOneOf(actions, logging)) as Statement;
      expect(logs.resources, name).toHaveLength(1);
      logGroups.add(logs.resources[0] as string);
      const traces = statements.find(({ actions }) => isOneOf(actions, tracing)) as Statement;
      // X-Ray actions have no resources.
      expect(traces.resources, name).toEqual(['*']);
    }
    expect(logGroups.size).toBe(functionNames.length);
  });

  it('contain no action with a wildcard', () => {
    const statements = listRoles(template).flatMap((id) => statementsOf(template, id));
    const actions = statements.flatMap((statement) => [statement.Action].flat());
    expect(actions.length).toBeGreaterThan(100);
    expect(actions.filter((action: string) => action.includes('*'))).toEqual([]);
  });

  it('let every function that reads objects find out that one does not exist, under any key', () => {
    for (const name of functionNames) {
      const roleId: string = functionsByName(template).get(name)?.properties.Role['Fn::GetAtt'][0];
      const statements = statementsOf(template, roleId);
      const allows = (action: string) => statements.filter(({ Action }) => [Action].flat().includes(action));
      if (allows('s3:GetObject').length === 0) continue;
      // S3 answers 403 for a missing object if the caller may not list the bucket. A read has no prefix, so that a
      // permission with a condition on the prefix does not apply to it.
      const unconditional = allows('s3:ListBucket').filter(({ Condition }) => Condition === undefined);
      expect(unconditional.length, name).toBeGreaterThan(0);
    }
  });

  it('come from the policies counted here, and from no managed policy but those of the gateway and of the trigger for their logs', () => {
    const managed = resourcesOf(template, 'AWS::IAM::Role').flatMap(([id, role]) =>
      role.ManagedPolicyArns === undefined ? [] : [id],
    );
    expect(managed.sort()).toEqual([
      expect.stringMatching(new RegExp(`^${TRIGGER_PROVIDER}`)),
      expect.stringMatching(/^ApiRestApiCloudWatchRole/),
    ]);
    // All permissions of functions are in their roles.
    expect(resourcesOf(template, 'AWS::IAM::Policy')).toEqual([]);
  });

  it('allow no one to change or delete the audit log, and only read-audit to read it', () => {
    const grantsOnAudit = (name: string) => grants(name).filter((grant) => grant.includes(auditTable));
    const others = functionNames.filter((name) => name !== 'read-audit').flatMap(grantsOnAudit);
    expect(new Set(others)).toEqual(new Set([`dynamodb:PutItem ${auditTable}`]));
    const actions = grantsOnAudit('read-audit').map((grant) => grant.split(' ')[0]);
    expect(new Set(actions)).toEqual(new Set(['dynamodb:PutItem', 'dynamodb:Query']));
  });

  it('give the function with the browser nothing at all', () => {
    expect(grants('scan-pages')).toEqual([]);
    expect(grants('dispatch-chunk')).not.toEqual([]);
  });

  it('let only dispatch-chunk invoke a function, and only the one with the browser', () => {
    const roleNames = functionNames.filter((name) =>
      grants(name).some((grant) => grant.startsWith('lambda:')),
    );
    expect(roleNames).toEqual(['dispatch-chunk']);
    const { id } = functionsByName(template).get('scan-pages') as { id: string };
    const invoking = grants('dispatch-chunk').filter((grant) => grant.startsWith('lambda:'));
    expect(invoking).toEqual([`lambda:InvokeFunction <${id}.Arn>`]);
  });
});
