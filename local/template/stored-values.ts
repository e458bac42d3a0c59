import type { ListResources } from './resolved.ts';

/** A parameter of Systems Manager. */
export type StoredParameter = { name: string; type: string; value: string };

/** A secret whose value Secrets Manager generates. */
export type GeneratedSecret = { arn: string; length: number; hasPunctuation: boolean };

/** Reads the parameters of a stack. */
export function readParameters(list: ListResources): StoredParameter[] {
  return list('AWS::SSM::Parameter').map(({ properties }) => ({
    name: properties.string('Name'),
    type: properties.string('Type'),
    value: properties.string('Value'),
  }));
}

/** Reads the secrets of a stack. */
export function readSecrets(list: ListResources): GeneratedSecret[] {
  return list('AWS::SecretsManager::Secret').map(({ ref, properties }) => {
    const generated = properties.object('GenerateSecretString');
    return {
      arn: ref,
      length: generated.number('PasswordLength', 32),
      hasPunctuation: !generated.boolean('ExcludePunctuation'),
    };
  });
}
