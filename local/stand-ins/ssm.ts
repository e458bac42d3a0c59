import type { StoredParameter } from '../template/stored-values.ts';
import { type JsonService, JsonServiceError, startJsonService } from './json-service.ts';

/** Systems Manager's `GetParameter`, with the parameters of the templates. */
export type SsmStandIn = JsonService & {
  /** Replaces all parameters. */
  provide: (parameters: readonly StoredParameter[]) => void;
};

/** Starts a server for Systems Manager. */
export async function startSsm(): Promise<SsmStandIn> {
  let parameters = new Map<string, StoredParameter>();
  const service = await startJsonService(
    new Map([
      [
        'AmazonSSM.GetParameter',
        ({ Name }) => {
          // A name may be an ARN.
          const parameter = parameters.get(String(Name).replace(/^arn:.*?:parameter(?=\/)/, ''));
          if (!parameter) throw new JsonServiceError('ParameterNotFound', 'the parameter does not exist');
          const { name, type, value } = parameter;
          return { Parameter: { Name: name, Type: type, Value: value, Version: 1, DataType: 'text' } };
        },
      ],
    ]),
  );
  return {
    ...service,
    provide: (given) => {
      parameters = new Map(given.map((parameter) => [parameter.name, parameter]));
    },
  };
}
