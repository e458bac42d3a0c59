import type { Env } from '../functions/env.ts';
import type { StageSettings } from './stage-settings.ts';

type EgressEnv = Pick<
  Env<'scan-pages'>,
  'SCAN_PORTS' | 'SCAN_LOOPBACK_PORTS' | 'SCAN_BLOCKED_PORTS' | 'SCAN_BLOCKED_HOSTS'
>;

/**
 * What the functions that store other people's addresses are told of where scans may go. They are part of the API
 * and made before it, so that its own name is left to those that open addresses.
 */
export function buildStoredUrlEnvironment(settings: StageSettings): EgressEnv {
  return {
    SCAN_PORTS: settings.scanPorts.join(','),
    SCAN_LOOPBACK_PORTS: settings.scanLoopbackPorts,
    SCAN_BLOCKED_PORTS: '',
    SCAN_BLOCKED_HOSTS: settings.scanBlockedHosts.join(','),
  };
}

/**
 * What the functions that open other people's addresses are told of where they may go. The service's own API and
 * bucket are named by the first label of their host names, for AWS has each in several domains (regional, dual
 * stack, accelerated, by VPC endpoint).
 * @param ownLabels these first labels: the id of the API and the name of the bucket
 */
export function buildEgressEnvironment(settings: StageSettings, ownLabels: readonly string[]): EgressEnv {
  const ownHosts = ownLabels.map((label) => `${label}.*`);
  return {
    ...buildStoredUrlEnvironment(settings),
    SCAN_BLOCKED_HOSTS: [...ownHosts, ...settings.scanBlockedHosts].join(','),
  };
}
