import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { provideChromium } from '../../scanner/chromium-pack/locate.ts';

/**
 * Writes a script that starts our Chromium for contestants that launch it themselves: the same binary, libraries and
 * fonts. It omits what the product's launcher does to end the browser with its process, because that needs standard
 * input.
 * @param folder folder for the script
 * @returns path of the script
 */
export async function writePeerLauncher(folder: string): Promise<string> {
  const { executable, libraries, fontConfig } = await provideChromium();
  const script = join(folder, 'chromium.sh');
  const text = `#!/bin/sh
ulimit -c 0
export LD_LIBRARY_PATH='${libraries}' FONTCONFIG_PATH='${fontConfig}' LANG=en_US.UTF-8 TZ=UTC
exec '${join(dirname(executable), 'chromium')}' "$@"
`;
  await writeFile(script, text, { mode: 0o755 });
  return script;
}
