import type { CustomDomain, SignInProvider, StageSettings } from '../stage-settings.ts';

/** Returns a value of the CDK context, undefined if it is not set. */
export type ReadContext = (name: string) => unknown;

const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** CloudFront accepts only certificates of this region. */
const CERTIFICATE_ARN = /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/;
/** Hosts of one machine. The embedded runtime has its own provider, which signs in everyone as anyone. */
const LOOPBACK_HOST = /^(.*\.)?localhost\.?$|^127\.|^\[|^0\./;

/**
 * Returns the provider of the context (`oidcIssuer` and `oidcClientId`), undefined if neither is set.
 * @throws Error if one of both is missing, or if the issuer is not an https URL of another machine
 */
export function parseSignInProvider(read: ReadContext): SignInProvider | undefined {
  const [issuer, clientId] = [read('oidcIssuer'), read('oidcClientId')];
  if (issuer === undefined && clientId === undefined) return undefined;
  if (typeof clientId !== 'string' || clientId === '' || issuer === undefined) {
    throw new Error('A provider for sign-in needs both -c oidcIssuer=https://… and -c oidcClientId=…');
  }
  if (!isPublicIssuer(issuer)) {
    throw new Error(
      `oidcIssuer must be an https URL without query and fragment, and not of this machine, not '${issuer}'`,
    );
  }
  return { issuer, clientId };
}

function isPublicIssuer(issuer: unknown): issuer is string {
  if (typeof issuer !== 'string' || !URL.canParse(issuer)) return false;
  const { protocol, username, password, search, hash, hostname } = new URL(issuer);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  return protocol === 'https:' && isPlain && !LOOPBACK_HOST.test(hostname);
}

/**
 * Returns the domain of the context (`dashboardDomain` and `dashboardCertificateArn`), undefined if neither is set.
 * @throws Error if one of both is missing or malformed
 */
export function parseDashboardDomain(read: ReadContext): CustomDomain | undefined {
  const [name, certificateArn] = [read('dashboardDomain'), read('dashboardCertificateArn')];
  if (name === undefined && certificateArn === undefined) return undefined;
  if (typeof name !== 'string' || !HOST_NAME.test(name)) {
    throw new Error(`dashboardDomain must be a host name in lower case, not '${name}'`);
  }
  if (typeof certificateArn !== 'string' || !CERTIFICATE_ARN.test(certificateArn)) {
    throw new Error(
      `dashboardCertificateArn must be the ARN of a certificate in us-east-1, not '${certificateArn}'`,
    );
  }
  return { name, certificateArn };
}

/**
 * Returns whether the context (`dashboard`) switches the dashboard on or off, undefined if it says nothing.
 * @throws Error if the value is another one, or if there is a domain for a dashboard that is off
 */
export function parseDashboardSwitch(read: ReadContext): StageSettings['dashboard'] | undefined {
  const given = read('dashboard');
  if (given === undefined || given === 'on') return given;
  if (given !== 'off') throw new Error(`dashboard must be on or off, not '${given}'`);
  if (read('dashboardDomain') !== undefined)
    throw new Error('dashboardDomain is the host of the dashboard, which -c dashboard=off does not deploy');
  return given;
}
