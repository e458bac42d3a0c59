import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../lib/stage-settings.ts';
import { synthesize } from './support/synthesize.ts';

describe('the stages', () => {
  it('have the same resources and outputs, and differ in settings only', () => {
    const [dev, prod] = [synthesize('dev'), synthesize('prod')];
    // A deployment's id holds a hash of the API's settings, the name of the stage among them.
    const ids = (template: typeof dev) =>
      Object.entries(template.Resources)
        .map(([id, { Type }]) => (Type === 'AWS::ApiGateway::Deployment' ? Type : `${id} ${Type}`))
        .sort();
    expect(ids(dev)).toEqual(ids(prod));
    expect(Object.keys(dev.Outputs)).toEqual(Object.keys(prod.Outputs));
    expect(dev).not.toEqual(prod);
  });

  it('have the outputs that administration reads', () => {
    expect(Object.keys(synthesize('dev').Outputs)).toEqual(
      expect.arrayContaining(['ApiUrl', 'TableName', 'AuditTableName']),
    );
  });

  it('fix no account and no region', () => {
    expect(JSON.stringify(synthesize('prod'))).not.toMatch(/\b\d{12}\b|(us|eu|ap)-[a-z]+-\d/);
  });

  it('that do not exist are refused with the names of those that do', () => {
    expect(() => settingsOf('staging')).toThrow(
      "Unknown stage 'staging': use -c stage=<stage> with one of dev, prod",
    );
    expect(() => settingsOf('toString')).toThrow('Unknown stage');
  });
});
