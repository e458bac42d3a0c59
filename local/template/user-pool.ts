import { REGION } from './names.ts';
import type { ListResources } from './resolved.ts';

/** A public client of a user pool. */
export type UserPoolClient = {
  clientId: string;
  callbackUrls: string[];
  logoutUrls: string[];
  scopes: string[];
};

/** A Cognito user pool. */
export type UserPool = {
  id: string;
  /** URL of the issuer on AWS. */
  issuer: string;
  /** URL of the pages on AWS; undefined without a domain. */
  pages: string | undefined;
};

/** Returns the issuer of a user pool on AWS. */
function toIssuer(poolId: string): string {
  return `https://cognito-idp.${REGION}.amazonaws.com/${poolId}`;
}

/** Reads the user pools of a stack, which has their domains too. */
export function readUserPools(list: ListResources): UserPool[] {
  const domains = new Map(
    list('AWS::Cognito::UserPoolDomain').map(({ properties }) => [
      properties.string('UserPoolId'),
      `https://${properties.string('Domain')}.auth.${REGION}.amazoncognito.com`,
    ]),
  );
  return list('AWS::Cognito::UserPool').map(({ ref }) => ({
    id: ref,
    issuer: toIssuer(ref),
    pages: domains.get(ref),
  }));
}

/** Reads the clients of user pools in a stack. The pools may be in another one. */
export function readUserPoolClients(list: ListResources): UserPoolClient[] {
  return list('AWS::Cognito::UserPoolClient').map(({ ref, properties }) => ({
    clientId: ref,
    callbackUrls: properties.list('CallbackURLs').map(String),
    logoutUrls: properties.list('LogoutURLs').map(String),
    scopes: properties.list('AllowedOAuthScopes').map(String),
  }));
}
