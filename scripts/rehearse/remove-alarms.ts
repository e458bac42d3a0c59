import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Template {
  Resources: Record<string, { Type: string; Properties?: { Metrics?: unknown } }>;
}

/**
 * Removes the alarms on expressions of several metrics from the templates of an assembly, because MiniStack refuses
 * them. No other resource refers to an alarm.
 * @param assembly folder that `cdk synth` wrote
 */
export async function removeAlarmsOnExpressions(assembly: string): Promise<void> {
  for (const name of await readdir(assembly)) {
    if (!name.endsWith('.template.json')) continue;
    const path = join(assembly, name);
    const template: Template = JSON.parse(await readFile(path, 'utf8'));
    for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
      if (Type === 'AWS::CloudWatch::Alarm' && Properties?.Metrics !== undefined)
        delete template.Resources[id];
    }
    await writeFile(path, JSON.stringify(template));
  }
}
