import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TemplateValue } from './intrinsics.ts';

/** One resource as it stands in the template. */
export type TemplateResource = {
  Type: string;
  Properties?: { [key: string]: TemplateValue | undefined };
  Condition?: string;
};

/** The parts of a CloudFormation template that the runtime reads. */
export type Template = {
  Resources: Record<string, TemplateResource>;
  Parameters?: Record<string, { Type?: string; Default?: TemplateValue }>;
  Conditions?: Record<string, TemplateValue>;
  Mappings?: Record<string, TemplateValue>;
  Outputs?: Record<string, { Value: TemplateValue; Condition?: string }>;
};

/** One synthesized stack: its template and where the files it refers to lie on disk. */
export type Assembly = {
  stackName: string;
  template: Template;
  /** Object key of a file asset (`<hash>.zip`) → absolute path of its folder or file. */
  assets: ReadonlyMap<string, string>;
};

type Manifest = {
  artifacts?: Record<string, { type: string; properties?: { templateFile?: string; stackName?: string } }>;
};
type AssetManifest = {
  files?: Record<
    string,
    { source: { path?: string }; destinations?: Record<string, { objectKey?: string }> }
  >;
};

/**
 * Reads a cloud assembly, the folder that `cdk synth` writes.
 *
 * @param folder the `cdk.out` folder
 * @param stackName which stack, needed only when there are several
 * @throws Error with one line that says what is missing
 */
export function readAssembly(folder: string, stackName?: string): Assembly {
  const manifest = readJson<Manifest>(join(folder, 'manifest.json'));
  const stacks = Object.entries(manifest.artifacts ?? {})
    .filter(([, artifact]) => artifact.type === 'aws:cloudformation:stack')
    .map(([id, artifact]) => ({
      id,
      name: artifact.properties?.stackName ?? id,
      file: artifact.properties?.templateFile,
    }));
  const chosen =
    stackName === undefined
      ? stacks
      : stacks.filter(({ id, name }) => id === stackName || name === stackName);
  const stack = chosen[0];
  if (!stack?.file || chosen.length !== 1) {
    const names = stacks.map(({ name }) => name).join(', ') || 'none';
    throw new Error(
      `${folder} must hold exactly one stack${stackName ? ` "${stackName}"` : ''}; it holds: ${names}`,
    );
  }

  const assets = new Map<string, string>();
  const assetManifest = readJson<AssetManifest>(join(folder, `${stack.id}.assets.json`));
  for (const { source, destinations } of Object.values(assetManifest.files ?? {})) {
    for (const { objectKey } of Object.values(destinations ?? {})) {
      if (objectKey && source.path) assets.set(objectKey, resolve(folder, source.path));
    }
  }
  return { stackName: stack.name, template: readJson<Template>(join(folder, stack.file)), assets };
}

function readJson<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    throw new Error(`cannot read ${file}: ${error instanceof Error ? error.message : error}`);
  }
}
