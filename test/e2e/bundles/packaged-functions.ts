import { join } from 'node:path';
import { inject } from 'vitest';
import { listFunctionFolders } from '../../../lib/bundle/function-entry.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { readSharedService } from '../../support/shared-service.ts';

/** The names of all functions. */
export const functionNames = listFunctionFolders(join(import.meta.dirname, '..', '..', '..'));

/** Returns the folders of the bundles that the shared service runs, by the name of the function. */
export async function readBundles(): Promise<Map<string, string>> {
  const { assembly } = await readSharedService(inject('sharedService'));
  const bundles = readAssembly(assembly).flatMap(({ template, assets }) =>
    Object.values(template.Resources).flatMap(({ Type, Properties = {} }) => {
      if (Type !== 'AWS::Lambda::Function') return [];
      const { Code, Environment } = Properties as unknown as FunctionProperties;
      const name = Environment?.Variables.POWERTOOLS_SERVICE_NAME;
      const directory = assets.get(Code.S3Key);
      if (name === undefined || directory === undefined) return [];
      return [[name, directory] as const];
    }),
  );
  return new Map(bundles);
}

interface FunctionProperties {
  Code: { S3Key: string };
  Environment?: { Variables: Record<string, string> };
}
