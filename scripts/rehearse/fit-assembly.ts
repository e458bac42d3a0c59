import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Template {
  Resources: Record<string, Resource>;
}

interface Resource {
  Type: string;
  Properties?: { Metrics?: unknown; Environment?: { Variables: Record<string, unknown> } };
}

/** Variables that are added to the environment of functions, by the name of the function. */
export type AddedVariables = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Changes the templates of an assembly where MiniStack lacks something. Removes the alarms on expressions of several
 * metrics, which it refuses, and the branding of managed login, which it does not know; no other resource refers to
 * them. Adds variables to the environment of functions.
 * @param assembly folder that `cdk synth` wrote
 * @throws Error if a function of `added` is in no template
 */
export async function fitAssembly(assembly: string, added: AddedVariables): Promise<void> {
  const missing = new Set(Object.keys(added));
  for (const name of await readdir(assembly)) {
    if (!name.endsWith('.template.json')) continue;
    const path = join(assembly, name);
    const template: Template = JSON.parse(await readFile(path, 'utf8'));
    for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
      const isExpression = Type === 'AWS::CloudWatch::Alarm' && Properties?.Metrics !== undefined;
      if (isExpression || Type === 'AWS::Cognito::ManagedLoginBranding') delete template.Resources[id];
      const variables = Properties?.Environment?.Variables;
      const functionName = String(variables?.POWERTOOLS_SERVICE_NAME);
      if (variables && missing.delete(functionName)) Object.assign(variables, added[functionName]);
    }
    await writeFile(path, JSON.stringify(template));
  }
  if (missing.size > 0) throw new Error(`the assembly has no function ${[...missing].join(', ')}`);
}
