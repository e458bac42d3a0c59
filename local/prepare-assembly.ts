import type { DataFolder } from './data-folder.ts';
import type { Reaper } from './processes/reaper.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { synthesize } from './synthesize.ts';

/** Returns the folder of the stacks to serve: the given one, or that of the service's own stacks. */
export async function prepareAssembly(
  { assembly, say }: Pick<RuntimeOptions, 'assembly' | 'say'>,
  data: DataFolder,
  reaper: Reaper,
): Promise<string> {
  if (assembly !== undefined) return assembly;
  const folder = data.file('cdk.out');
  await synthesize(folder, 'dev', (app) => {
    reaper.watch(app);
    say?.('Synthesizing the stacks (done again only when their sources change) …');
  });
  return folder;
}
