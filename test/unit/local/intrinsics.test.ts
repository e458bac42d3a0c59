import { describe, expect, it } from 'vitest';
import {
  type IntrinsicsContext,
  resolveIntrinsics,
  type TemplateValue,
  UnresolvableError,
} from '../../../local/template/intrinsics.ts';

const context: IntrinsicsContext = {
  parameters: { 'AWS::Region': 'us-east-1', Version: '7' },
  conditions: {
    Yes: { 'Fn::Equals': [{ Ref: 'Version' }, '7'] },
    No: { 'Fn::Not': [{ Condition: 'Yes' }] },
    Both: { 'Fn::And': [{ Condition: 'Yes' }, { Condition: 'No' }] },
    Either: { 'Fn::Or': [{ Condition: 'Yes' }, { Condition: 'No' }] },
  },
  mappings: { Sizes: { small: { memory: 128 } } },
  ref: (id) => (id === 'Queue' ? 'http://127.0.0.1:1/000000000000/q' : undefined),
  importValue: (name) => (name === 'Data:Queue-7' ? 'arn:q' : undefined),
  getAtt: (id, attribute) => (id === 'Queue' && attribute === 'Arn' ? 'arn:q' : undefined),
};
const value = (template: TemplateValue) => resolveIntrinsics(template, context, 'Resources.X.Properties');

describe('the intrinsics resolver', () => {
  it('does not change plain values', () => {
    const plain = { a: [1, true, null, 'x'], b: { c: 'd' } };
    expect(value(plain)).toEqual(plain);
  });

  it.each<[string, TemplateValue, TemplateValue]>([
    ['Ref to a parameter', { Ref: 'Version' }, '7'],
    ['Ref to a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['Ref to a resource', { Ref: 'Queue' }, 'http://127.0.0.1:1/000000000000/q'],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:q'],
    ['GetAtt as a string', { 'Fn::GetAtt': 'Queue.Arn' }, 'arn:q'],
    ['Join', { 'Fn::Join': ['/', ['a', { Ref: 'Version' }, 1]] }, 'a/7/1'],
    ['Sub of parameters and attributes', { 'Fn::Sub': `\${AWS::Region}-\${Queue.Arn}` }, 'us-east-1-arn:q'],
    ['Sub with its own variables', { 'Fn::Sub': [`\${x}`, { x: { Ref: 'Version' } }] }, '7'],
    ['an escaped variable in Sub', { 'Fn::Sub': `\${!Literal}` }, `\${Literal}`],
    ['Select', { 'Fn::Select': ['1', ['a', 'b']] }, 'b'],
    ['Split', { 'Fn::Split': ['|', 'a|b'] }, ['a', 'b']],
    [
      'Select of Split',
      { 'Fn::Select': [1, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Queue', 'Arn'] }] }] },
      'q',
    ],
    ['If with a true condition', { 'Fn::If': ['Yes', 'a', { Ref: 'Nothing' }] }, 'a'],
    ['If with a false condition', { 'Fn::If': ['No', { Ref: 'Nothing' }, 'b'] }, 'b'],
    ['And', { 'Fn::If': ['Both', 'a', 'b'] }, 'b'],
    ['Or', { 'Fn::If': ['Either', 'a', 'b'] }, 'a'],
    ['ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': `Data:Queue-\${Version}` } }, 'arn:q'],
    ['FindInMap', { 'Fn::FindInMap': ['Sizes', 'small', 'memory'] }, 128],
    ['Base64', { 'Fn::Base64': 'hi' }, 'aGk='],
  ])('resolves %s', (_, template, expected) => {
    expect(value(template)).toEqual(expected);
  });

  it('removes members with AWS::NoValue', () => {
    const noValue = { Ref: 'AWS::NoValue' };
    expect(value({ a: noValue, b: { 'Fn::If': ['No', 1, noValue] }, c: [1, noValue] })).toEqual({ c: [1] });
  });

  it("does not change a policy's Condition", () => {
    const statement = { Condition: { StringEquals: { 'aws:x': 'y' } } };
    expect(value(statement)).toEqual(statement);
  });

  it.each<[string, TemplateValue, string]>([
    ['an unknown reference', { A: [{ Ref: 'Gone' }] }, 'Resources.X.Properties.A[0].Ref: "Gone" is unknown'],
    ['an unknown attribute', { B: { 'Fn::GetAtt': ['Queue', 'Color'] } }, 'attribute "Color" of "Queue"'],
    [
      'an unsupported function',
      { C: { 'Fn::Cidr': [] } },
      'Resources.X.Properties.C.Fn::Cidr: this intrinsic function',
    ],
    [
      'an import that no stack exports',
      { G: { 'Fn::ImportValue': 'Data:Gone' } },
      'Resources.X.Properties.G.Fn::ImportValue: no stack exports "Data:Gone"',
    ],
    ['an unknown condition', { D: { 'Fn::If': ['Maybe', 1, 2] } }, 'condition "Maybe" does not exist'],
    ['a list that is too short', { E: { 'Fn::Select': [4, ['a']] } }, 'element 4 does not exist'],
    ['a join of objects', { F: { 'Fn::Join': ['', [{ a: 1 }]] } }, 'expected a string'],
  ])('reports the position of %s', (_, template, message) => {
    expect(() => value(template)).toThrow(UnresolvableError);
    expect(() => value(template)).toThrow(message);
  });
});
