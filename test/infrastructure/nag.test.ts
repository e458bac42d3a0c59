import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { checkWithNag } from '../../lib/stacks.ts';
import { makeStacks } from './support/synthesize.ts';

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
  it.each(['dev', 'prod'])('hold in %s', (stage) => {
    const { app } = makeStacks(stage);
    // The synthesis resolves references between stacks.
    app.synth();
    expect(new AwsSolutionsChecks(app).validateScope(app).violations).toEqual([]);
  });

  it('are acknowledged only with a meaningful reason', () => {
    const reasons = acknowledged(makeStacks('prod').app);
    expect(reasons.size).toBeGreaterThan(0);
    for (const [id, reason] of reasons) expect(reason.length, id).toBeGreaterThan(40);
  });

  it('are checked at every synthesis, which fails on a violation', () => {
    const { app, stacks } = makeStacks('dev');
    checkWithNag(app);
    const fault = { ruleName: 'AwsSolutions-S1' };
    const bucket = stacks.data.bucket.bucket;
    const metadata = bucket.node.metadata.filter(
      ({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY,
    );
    expect(metadata).not.toEqual([]);
    for (const { data } of metadata) for (const id of Object.keys(data)) delete data[id];
    expect(() => app.synth()).toThrow('server access logs disabled');
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    expect(violations).toEqual([expect.objectContaining(fault)]);
  });
});
