import type { Env } from '../functions/env.ts';
import type { StageSettings } from './stage-settings.ts';

type EgressEnv = Pick<
  Env<'scan-pages'>,
  'SCAN_PORTS' | 'SCAN_LOOPBACK_PORTS' | 'SCAN_BLOCKED_PORTS' | 'SCAN_BLOCKED_HOSTS'
>;

/**
 * Returns the egress settings of the functions that store URLs of customers. These functions are part of the API and
 * are created before it, so the host name of the API itself is missing here. The functions that open URLs block it.
 */
export function buildStoredUrlEnvironment(settings: StageSettings): EgressEnv {
  return {
    SCAN_PORTS: settings.scanPorts.join(','),
    SCAN_LOOPBACK_PORTS: settings.scanLoopbackPorts,
    SCAN_BLOCKED_PORTS: '',
    SCAN_BLOCKED_HOSTS: listBlockedHosts(settings).join(','),
  };
}

/**
 * Returns the egress settings of the functions that open URLs of customers. The service's own API and bucket are
 * blocked by the first label of their host names, because AWS gives each of them several domains (regional, dual stack,
 * accelerated, by VPC endpoint).
 * @param ownLabels these first labels: of the API, the bucket and the dashboard
 */
export function buildEgressEnvironment(settings: StageSettings, ownLabels: readonly string[]): EgressEnv {
  const ownHosts = ownLabels.map((label) => `${label}.*`);
  return {
    ...buildStoredUrlEnvironment(settings),
    SCAN_BLOCKED_HOSTS: [...ownHosts, ...listBlockedHosts(settings)].join(','),
  };
}

/** Returns the hosts that the deployment names: the own domain of the dashboard serves the API too. */
function listBlockedHosts({ dashboardDomain, scanBlockedHosts }: StageSettings): string[] {
  return [...(dashboardDomain === undefined ? [] : [dashboardDomain.name]), ...scanBlockedHosts];
}
