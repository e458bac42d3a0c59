import type { Server } from 'node:http';
import type { StoredParameter } from '../template/stored-values.ts';
import { createJsonService, JsonServiceError } from './json-service.ts';

/** Systems Manager's `GetParameter`, with the parameters of the templates. */
export type SsmStandIn = {
  server: Server;
  /** Replaces all parameters. */
  provide: (parameters: readonly StoredParameter[]) => void;
};

/** Returns a server for Systems Manager, which listens on no address. */
export function createSsm(): SsmStandIn {
  let parameters = new Map<string, StoredParameter>();
  const server = createJsonService(
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
    server,
    provide: (given) => {
      parameters = new Map(given.map((parameter) => [parameter.name, parameter]));
    },
  };
}
