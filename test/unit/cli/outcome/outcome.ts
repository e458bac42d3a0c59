import { Readable } from 'node:stream';
import type { Context } from '../../../../cli/host.ts';
import type { Outcome } from '../../../../cli/outcome/outcome.ts';
import type { Pipeline, PipelineName } from '../../../../cli/pipeline/pipeline.ts';
import type { Settings } from '../../../../cli/settings/settings.ts';
import { openTerminal } from '../../../../cli/terminal/open-terminal.ts';
import type { Report } from '../../../../core/reports/report.ts';
import { toReportSource } from '../../../../core/reports/report-source.ts';
import { renderers } from '../../../../formats/renderers.ts';
import { type FakeHost, fakeHost } from '../../../support/cli-host.ts';
import { report } from '../../formats/report.ts';

/** Returns a completed scan of the service with a report, unless set otherwise. */
export function outcomeOf(made: Report | null = report(), given: Partial<Outcome> = {}): Outcome {
  return {
    where: 'service',
    scanId: 'scan_01arz3ndektsv4rrffq69g5fav',
    siteId: 'site_01arz3ndektsv4rrffq69g5fav',
    status: 'completed',
    reason: null,
    report: made,
    renderReport: (format) => (made === null ? Readable.from([]) : renderers[format](toReportSource(made))),
    notes: [],
    ...given,
  };
}

/** Returns the context of a command's invocation, in a folder. */
export function contextIn(cwd: string, given: Partial<Settings> = {}): FakeHost & { context: Context } {
  const fake = fakeHost({ env: {}, cwd });
  const settings: Settings = {
    apiUrl: null,
    apiKey: null,
    site: null,
    config: { rules: ['wcag-aa'], priority: 'normal' },
    outputs: [],
    timeoutMs: 60_000,
    json: false,
    quiet: false,
    annotations: true,
    pipeline: null,
    ...given,
  };
  const terminal = openTerminal(fake.host, {
    json: settings.json,
    quiet: settings.quiet,
    color: null,
    resultTarget: 'stdout',
  });
  return { ...fake, context: { host: fake.host, settings, terminal } };
}

/** Returns a CI environment in which only the name matters. */
export function pipeline(name: PipelineName): Pipeline {
  return { name, label: name, metadata: {}, fromFork: false };
}
