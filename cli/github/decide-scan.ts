import { createUsageError } from '../errors.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Inputs } from './inputs.ts';

/** The decision of a workflow step: a scan, or nothing. */
export type ScanDecision =
  | { kind: 'trigger' }
  /** @param instead whether it replaces a scan on the service, because there is no key */
  | { kind: 'local'; urls: string[]; instead: boolean }
  | { kind: 'skip'; why: string };

/** The facts that the decision depends on, besides the inputs. */
export interface WorkflowContext {
  pipeline: Pipeline | null;
  /** Name of the event that started the workflow. */
  event: string | undefined;
  /** User that caused the event. */
  actor: string | undefined;
  hasKey: boolean;
}

/**
 * Pull requests of this user get only the secrets of Dependabot:
 * https://docs.github.com/en/code-security/dependabot/troubleshooting-dependabot/troubleshooting-dependabot-on-github-actions.
 */
const DEPENDABOT = 'dependabot[bot]';

/**
 * Decides whether and where to scan. A pull request from a fork gets no secrets, so there is no key for the service.
 * @throws CliError usage for `pull_request_target`, which would give the secrets to anyone who opens a pull request
 */
export function decideScan(
  inputs: Inputs,
  { pipeline, event, actor, hasKey }: WorkflowContext,
): ScanDecision {
  if (event === 'pull_request_target') {
    throw createUsageError(
      'pull-request-target',
      'This workflow runs on pull_request_target, which gives the secrets of the repository to pull requests of strangers. Nothing was scanned.',
      'Use "on: pull_request". Pull requests from forks are then skipped with a notice, or scanned in the workflow with "on-fork: local".',
    );
  }
  const { command, urls, url, onFork } = inputs;
  if (command === 'local') return { kind: 'local', urls: requireUrls(urls), instead: false };
  const isDependabot = actor === DEPENDABOT;
  if (hasKey || !(pipeline?.fromFork || isDependabot)) return { kind: 'trigger' };
  if (onFork === 'local') {
    return {
      kind: 'local',
      urls: requireUrls(urls.length > 0 || url === null ? urls : [url]),
      instead: true,
    };
  }
  const why = isDependabot
    ? 'Dependabot gets no secrets of Actions, so there is no API key. To scan its pull requests too, store the key as a secret of Dependabot.'
    : 'A pull request from a fork gets no secrets, so there is no API key. To scan such pull requests in the workflow: on-fork: local.';
  return { kind: 'skip', why };
}

function requireUrls(urls: string[]): string[] {
  if (urls.length > 0) return urls;
  throw createUsageError(
    'urls-missing',
    'A scan in the workflow needs the URLs to scan.',
    'Set the input urls, e.g. to http://localhost:8080/, and start the preview in an earlier step.',
  );
}
