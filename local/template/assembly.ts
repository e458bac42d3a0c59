import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TemplateValue } from './intrinsics.ts';

/** One resource of the template, unresolved. */
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
  Outputs?: Record<string, { Value: TemplateValue; Condition?: string; Export?: { Name: TemplateValue } }>;
};

/** One synthesized stack: its template and the paths of the files that it refers to. */
export type SynthesizedStack = {
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
 * Reads all stacks of a cloud assembly, the folder that `cdk synth` writes.
 *
 * @param folder the `cdk.out` folder
 * @throws Error with one line that says what is missing
 */
export function readAssembly(folder: string): SynthesizedStack[] {
  const manifest = readJson<Manifest>(join(folder, 'manifest.json'));
  const stacks = Object.entries(manifest.artifacts ?? {})
    .filter(([, artifact]) => artifact.type === 'aws:cloudformation:stack')
    .map(([id, { properties }]) => ({
      stackName: properties?.stackName ?? id,
      template: readJson<Template>(join(folder, properties?.templateFile ?? `${id}.template.json`)),
      assets: readAssets(folder, id),
    }));
  if (stacks.length === 0) throw new Error(`${folder} contains no stack`);
  return stacks;
}

function readAssets(folder: string, stackId: string): Map<string, string> {
  const assets = new Map<string, string>();
  const { files = {} } = readJson<AssetManifest>(join(folder, `${stackId}.assets.json`));
  for (const { source, destinations } of Object.values(files)) {
    for (const { objectKey } of Object.values(destinations ?? {})) {
      if (objectKey && source.path) assets.set(objectKey, resolve(folder, source.path));
    }
  }
  return assets;
}

function readJson<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    throw new Error(`cannot read ${file}: ${error instanceof Error ? error.message : error}`);
  }
}
