import { App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { checkWithNag } from '../../lib/stacks.ts';
import { otherProviders, otherSettings, synthesizeApp, withoutDashboard } from './support/synthesize.ts';

/** Ids of every rule that a construct acknowledges, with the reason. */
function acknowledged(app: App): Map<string, string> {
  const entries = app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.entries(data as Record<string, string>));
  return new Map(entries);
}

describe("cdk-nag's AwsSolutions rules", () => {
  it.each([
    ['dev', {}],
    ['prod', {}],
    ['dev with other settings', otherSettings],
    ['prod with other providers', otherProviders],
    ['prod without its dashboard', withoutDashboard],
  ] as const)('hold in %s', (name, overrides) => {
    const { app } = synthesizeApp(name.split(' ')[0] ?? '', overrides);
    expect(new AwsSolutionsChecks(app).validateScope(app).violations).toEqual([]);
  });

  it('are acknowledged only with a meaningful reason', () => {
    const reasons = acknowledged(synthesizeApp('prod').app);
    expect(reasons.size).toBeGreaterThan(0);
    for (const [id, reason] of reasons) expect(reason.length, id).toBeGreaterThan(40);
  });

  it('are checked at every synthesis, which fails on a violation', () => {
    const app = new App();
    new Bucket(new Stack(app, 'Stack'), 'Bucket', { enforceSSL: true });
    checkWithNag(app);
    expect(() => app.synth()).toThrow('server access logs disabled');
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    expect(violations).toEqual([expect.objectContaining({ ruleName: 'AwsSolutions-S1' })]);
  });
});
