import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { createStacks, type Stacks } from '../../../lib/stacks.ts';
import { resolveStageSettings, type StageSettings } from '../../../lib/stage-settings.ts';
import { stubBundles } from './stub-bundles.ts';

/** A value of a template: plain, or an intrinsic function such as `{ 'Fn::GetAtt': [id, name] }`. */
// biome-ignore lint/suspicious/noExplicitAny: a template has no type, and tests read deep into it
export type Value = any;

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, Value>;
  readonly DeletionPolicy?: string;
}

export interface Template {
  readonly Resources: Record<string, Resource>;
  readonly Outputs: Record<string, Output>;
}

export interface Output {
  readonly Value: Value;
  readonly Export?: { readonly Name: string };
}

/** The templates of a stage's stacks, by stack. */
export type Templates = Readonly<Record<keyof Stacks, Template>>;

/** A synthesized app with the stacks of a stage. */
export interface Synthesized {
  readonly app: App;
  readonly stacks: Stacks;
  readonly assembly: ReturnType<App['synth']>;
}

const synthesized = new Map<string, Synthesized>();

/**
 * Returns the app of a stage, with stubs for the functions' code. All test files of a process share it, because the
 * synthesis takes longer than the tests, so they must not change it.
 */
export function synthesizeApp(stage: string, overrides: Partial<StageSettings> = {}): Synthesized {
  const key = JSON.stringify([stage, overrides]);
  const known = synthesized.get(key);
  if (known !== undefined) return known;
  const outdir = mkdtempSync(join(tmpdir(), 'synthesize-'));
  try {
    const app = new App({ outdir });
    const settings = resolveStageSettings(stage, overrides);
    const stacks = createStacks(app, { settings, bundles: stubBundles() });
    const assembly = app.synth();
    // The assembly reads each template when it is asked for it, and keeps it.
    for (const { template } of assembly.stacks) void template;
    const made = { app, stacks, assembly };
    synthesized.set(key, made);
    return made;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** Returns the templates of a stage. */
export function synthesizeStacks(stage: string, overrides: Partial<StageSettings> = {}): Templates {
  const { stacks, assembly } = synthesizeApp(stage, overrides);
  const templateOf = (part: keyof Stacks): Template =>
    assembly.getStackByName(stacks[part].stackName).template;
  return { data: templateOf('data'), api: templateOf('api'), scans: templateOf('scans') };
}

/**
 * Returns the whole service of a stage as one template: the resources and outputs of all stacks, with each import
 * replaced by the exported value.
 */
export function synthesize(stage: string, overrides: Partial<StageSettings> = {}): Template {
  const templates = Object.values(synthesizeStacks(stage, overrides));
  const outputs = templates.flatMap(({ Outputs = {} }) => Object.entries(Outputs));
  const exported = new Map(outputs.map(([, { Export, Value: value }]) => [Export?.Name, value]));
  const resources = templates.flatMap(({ Resources }) => Object.entries(Resources));
  const ids = resources.map(([id]) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) < index);
  if (twice.length > 0) throw new Error(`Several stacks have a resource of these ids: ${twice.join(', ')}`);
  const whole = {
    Resources: Object.fromEntries(resources),
    Outputs: Object.fromEntries(outputs.filter(([, output]) => output.Export === undefined)),
  };
  return JSON.parse(JSON.stringify(whole), (_, value: Value) => {
    const name = value?.['Fn::ImportValue'];
    return name === undefined ? value : exported.get(name);
  });
}

/**
 * Settings of `dev` that differ from its own, for a template that shows what each of them changes. They are together,
 * because a synthesis takes longer than all tests that read it.
 */
export const otherSettings = {
  mail: { address: 'scans@example.com' },
  alarmEmail: 'ops@example.com',
  dashboardDomain: {
    name: 'scans.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1234',
  },
  scanPorts: [80, 8443],
  scanBlockedHosts: ['api.example.com'],
  scanLoopbackPorts: '*',
  browserResponses: 'buffered',
  selfSignUp: true,
  retention: { ...resolveStageSettings('dev').retention, objectsDays: 90 },
} as const satisfies Partial<StageSettings>;

/** Settings of `prod` that let another provider or region do what its own stacks do otherwise. */
export const otherProviders = {
  mail: { address: 'scans@example.com', region: 'eu-central-1' },
  signInProvider: { issuer: 'https://id.example.com', clientId: 'dashboard' },
} as const satisfies Partial<StageSettings>;

/** Settings of `prod` that deploy API and scans alone. */
export const withoutDashboard = { dashboard: 'off' } as const satisfies Partial<StageSettings>;

/** Returns the resources of one type, by logical id. */
export function resourcesOf(
  template: Template,
  type: string,
): Array<[id: string, properties: Record<string, Value>]> {
  return Object.entries(template.Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => [id, resource.Properties]);
}

/** Begins the ids of the function of the CDK that runs triggers, and of its role. */
export const TRIGGER_PROVIDER = 'AWSCDKTriggerCustomResourceProvider';

/** Returns the Lambda functions of the service by the name of their folder. */
export function functionsByName(
  template: Template,
): Map<string, { id: string; properties: Record<string, Value> }> {
  return new Map(
    resourcesOf(template, 'AWS::Lambda::Function')
      .filter(([id]) => !id.startsWith(TRIGGER_PROVIDER))
      .map(([id, properties]) => [
        properties.Environment.Variables.POWERTOOLS_SERVICE_NAME,
        { id, properties },
      ]),
  );
}

export interface Statement {
  readonly actions: string[];
  readonly resources: string[];
}

/**
 * Returns the permissions of a function's role: actions and resources sorted, resources in a short notation
 * (`<Id.Arn>/…`).
 */
export function permissionsOf(template: Template, functionName: string): Statement[] {
  const found = functionsByName(template).get(functionName);
  if (found === undefined) throw new Error(`No function ${functionName} in the template`);
  const roleId: string = found.properties.Role['Fn::GetAtt'][0];
  return statementsOf(template, roleId).map((statement) => ({
    actions: [statement.Action].flat().sort(),
    resources: [statement.Resource].flat().map(short).sort(),
  }));
}

/** Returns the statements of the policies in a role and of those that are attached to it. */
export function statementsOf(template: Template, roleId: string): Value[] {
  const role = template.Resources[roleId]?.Properties ?? {};
  const attached = resourcesOf(template, 'AWS::IAM::Policy').flatMap(([, policy]) =>
    policy.Roles.some((each: Value) => each.Ref === roleId) ? [policy] : [],
  );
  return [...(role.Policies ?? []), ...attached].flatMap((policy) => policy.PolicyDocument.Statement);
}

/** Returns the ids of all roles. */
export function listRoles(template: Template): string[] {
  return resourcesOf(template, 'AWS::IAM::Role').map(([id]) => id);
}

/** Returns an intrinsic function as a short text. */
export function short(value: Value): string {
  if (typeof value === 'string') return value;
  if (value.Ref !== undefined) return `<${value.Ref}>`;
  if (value['Fn::GetAtt'] !== undefined) return `<${value['Fn::GetAtt'].join('.')}>`;
  if (value['Fn::Join'] !== undefined) return value['Fn::Join'][1].map(short).join(value['Fn::Join'][0]);
  throw new Error(`Not a value that tests know: ${JSON.stringify(value)}`);
}

/** Returns the logical id of the only resource of a type whose id begins with a text. */
export function idOf(template: Template, type: string, start: string): string {
  const ids = resourcesOf(template, type)
    .map(([id]) => id)
    .filter((id) => id.startsWith(start));
  if (ids.length !== 1)
    throw new Error(`${ids.length} resources of type ${type} begin with ${start}: ${ids.join(', ')}`);
  return ids[0] as string;
}
