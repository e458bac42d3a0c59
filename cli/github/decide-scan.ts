import { createUsageError } from '../errors.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Inputs } from './inputs.ts';

/** What is to be done in a workflow: a scan, or nothing. */
export type ScanDecision =
  | { kind: 'trigger' }
  /** @param instead whether it takes the place of a scan by the service, for want of a key */
  | { kind: 'local'; urls: string[]; instead: boolean }
  | { kind: 'skip'; why: string };

/** What the decision depends on, besides the inputs. */
export interface WorkflowContext {
  pipeline: Pipeline | null;
  /** Name of the event that the workflow runs for. */
  event: string | undefined;
  /** Who caused it. */
  actor: string | undefined;
  hasKey: boolean;
}

/** Its pull requests get the secrets of Dependabot only: https://docs.github.com/en/code-security/dependabot/troubleshooting-dependabot/troubleshooting-dependabot-on-github-actions. */
const DEPENDABOT = 'dependabot[bot]';

/**
 * Whether a scan is made, and where. A pull request from a fork gets no secrets, so there is no key for the service.
 * @throws CliError usage for `pull_request_target`, which would give the secrets to whoever opens a pull request
 */
export function decideScan(
  inputs: Inputs,
  { pipeline, event, actor, hasKey }: WorkflowContext,
): ScanDecision {
  if (event === 'pull_request_target') {
    throw createUsageError(
      'pull-request-target',
      'This workflow runs on pull_request_target, which gives the secrets of the repository to pull requests of strangers. No scan is made there.',
      'Use "on: pull_request". Pull requests from forks are then skipped with a notice, or scanned in the workflow with "on-fork: local".',
    );
  }
  const { command, urls, url, onFork } = inputs;
  if (command === 'local') return { kind: 'local', urls: named(urls), instead: false };
  const isDependabot = actor === DEPENDABOT;
  if (hasKey || !(pipeline?.fromFork || isDependabot)) return { kind: 'trigger' };
  if (onFork === 'local') {
    return { kind: 'local', urls: named(urls.length > 0 || url === null ? urls : [url]), instead: true };
  }
  const why = isDependabot
    ? 'Dependabot gets no secrets of Actions, so there is no API key. To scan its pull requests too, give the key to Dependabot as a secret.'
    : 'A pull request from a fork gets no secrets, so there is no API key. To scan such pull requests in the workflow: on-fork: local.';
  return { kind: 'skip', why };
}

function named(urls: string[]): string[] {
  if (urls.length > 0) return urls;
  throw createUsageError(
    'urls-missing',
    'A scan in the workflow needs to know what to scan.',
    'Set the input urls, e.g. to http://localhost:8080/, and start the preview in a step before.',
  );
}
