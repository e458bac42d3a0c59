import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { provideChromium } from '../../scanner/chromium-pack/locate.ts';

/**
 * Our Chromium for those who launch it by themselves: the same binary, libraries and fonts, but none of what the
 * product's own launcher does to end a browser with its process, which needs a standard input.
 * @param folder where the script is written
 * @returns the script
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
