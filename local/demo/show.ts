import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DataFolder } from '../data-folder.ts';
import { rootFolder } from '../synthesize.ts';
import { toPlainText } from '../terminal.ts';
import type { ServiceFile } from './access.ts';
import { Api } from './api.ts';
import { demoRules, scanSite } from './scan.ts';
import { type ReportExcerpt, renderSummaryLines } from './summary.ts';

/**
 * Runs one scan through the API, as a client would, and shows the result.
 *
 * @param signal ends the waiting when the runtime is stopped
 */
export async function showDemoScan(
  service: ServiceFile,
  data: Pick<DataFolder, 'path' | 'file'>,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { siteId } = service;
  if (siteId === null) return;
  const api = new Api(service.baseUrl, service.apiKey);
  say(`\nScanning the demo site ${service.demoSiteUrl} …`);
  const progress = createProgressLine(say);
  const scan = await scanSite(api, siteId, progress.update, signal);
  progress.end();
  if (scan.status !== 'completed') {
    say(
      `The scan ${scan.id} ended as ${scan.status}${scan.failure ? `: ${toPlainText(scan.failure, 300)}` : ''}`,
    );
    say(`The functions' logs are in ${data.file('logs')}`);
    return;
  }
  const report = await downloadReport(api, scan.id);
  say(`Scan ${scan.id} completed in ${scan.seconds.toFixed(1)} s\n`);
  for (const line of renderSummaryLines(report)) say(line);

  const html = data.file('demo-report.html');
  const page = await api.call('GET', `/scans/${scan.id}/report?format=html`);
  writeFileSync(html, page.text, { mode: 0o600 });
  say(`\nThe HTML report: ${pathToFileURL(html)}`);
  say('\nExample calls:');
  for (const line of renderCurlLines(service, siteId, scan.id, data.path)) say(line);
  say('\nThe same scan with the CLI, as in a CI pipeline. Run it in this folder, with KEY as above:');
  for (const line of renderCommandLines(service, siteId)) say(line);
}

/** Downloads the report by `?delivery=link`, which works for a report of any size. */
async function downloadReport(api: Api, scanId: string): Promise<ReportExcerpt> {
  const { url } = (await api.call('GET', `/scans/${scanId}/report?delivery=link`)).body as { url?: string };
  if (typeof url !== 'string') throw new Error('the API returned no link to the report');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the link to the report returned ${response.status}`);
  return (await response.json()) as ReportExcerpt;
}

/** Returns example calls with curl. They do not contain the key itself, because terminals keep a history. */
export function renderCurlLines(
  service: ServiceFile,
  siteId: string,
  scanId: string,
  dataFolder: string,
): string[] {
  const expression = `require(${JSON.stringify(join(dataFolder, 'service.json'))}).apiKey`;
  const { baseUrl } = service;
  return [
    `  KEY=$(node -p ${quoteForShell(expression)})`,
    `  curl -H "X-API-Key: $KEY" ${baseUrl}/sites`,
    `  curl -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '{"config": {"rules": ["wcag-aa"], "priority": "high"}}' ${baseUrl}/sites/${siteId}/scans`,
    `  curl -H "X-API-Key: $KEY" ${baseUrl}/scans/${scanId}/report`,
    `  curl -H "X-API-Key: $KEY" '${baseUrl}/scans/${scanId}/report?format=html' > report.html`,
  ];
}

/**
 * Returns the commands that build the CLI and run it once, with the rules of the demo scan so that the results can be
 * compared.
 */
export function renderCommandLines({ baseUrl }: Pick<ServiceFile, 'baseUrl'>, siteId: string): string[] {
  const settings = `A11Y_SCAN_API_URL=${baseUrl} A11Y_SCAN_API_KEY="$KEY"`;
  const trigger = `trigger --site ${siteId} --rules ${demoRules.join(',')}`;
  const { version } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return [
    '  npm run pack:cli',
    `  ${settings} npx --yes --package ./a11y-scan-${version}.tgz -- a11y-scan ${trigger}`,
  ];
}

/** Quotes a text for a POSIX shell. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Shows progress: on a terminal in one line that is overwritten, otherwise in one line for each change. */
function createProgressLine(say: (line: string) => void) {
  const overwrite = process.stdout.isTTY;
  return {
    update: (status: string, done: number, known: number) => {
      const line = `  ${toPlainText(status, 20)}: ${done} of ${known} pages`;
      if (overwrite) process.stdout.write(`\r\u001b[K${line}`);
      else say(line);
    },
    end: () => {
      if (overwrite) process.stdout.write('\r\u001b[K');
    },
  };
}
