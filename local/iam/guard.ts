import type { LambdaFunction } from '../template/service.ts';
import type { Authorizer } from './authorizer.ts';
import { ADMINISTRATOR, type CredentialIssuer, toPrincipalName } from './credentials.ts';
import type { Access } from './policy.ts';
import { Refusal } from './refusal.ts';
import {
  listCognitoAccesses,
  listDynamoDbAccesses,
  listKmsAccesses,
  listLambdaAccesses,
  listSesAccesses,
  listSqsAccesses,
  listSsmAccesses,
} from './requests/json.ts';
import { listS3Accesses, type S3Accesses } from './requests/s3.ts';
import type { ServiceRequest } from './service-request.ts';
import { verifySignature } from './signature.ts';

/** A request that a principal may send. */
export type Permitted = {
  accessKeyId: string;
  /** Throws the refusal if the requested object does not exist and the principal may not find that out. */
  refuseMissing: () => void;
};

export type GuardOptions = {
  issuer: CredentialIssuer;
  authorizer: Authorizer;
  functions: readonly LambdaFunction[];
  /** Returns the ARN of the key of a request to KMS; undefined if it does not exist. */
  findKey: (body: object) => string | undefined;
  /** Gets a line for each refused request. */
  report: (line: string) => void;
};

/** Decides about requests to the stand-ins: who sends them, and whether the policies of the templates allow them. */
export class Guard {
  private readonly options: GuardOptions;
  private readonly roles: ReadonlyMap<string, LambdaFunction>;

  constructor(options: GuardOptions) {
    this.options = options;
    this.roles = new Map(options.functions.map((lambda) => [lambda.logicalId, lambda]));
  }

  /** Whether the body of a request says what the request does. Other bodies are streamed. */
  static needsBody({ service, query }: ServiceRequest): boolean {
    return (service !== 's3' && service !== 'lambda') || query.has('delete');
  }

  /**
   * @param body the body, if `needsBody`
   * @throws Refusal
   */
  async check(request: ServiceRequest, body: Buffer | undefined): Promise<Permitted> {
    const { issuer, report } = this.options;
    try {
      const accessKeyId = await verifySignature(request, body, (id) => issuer.findSecret(id));
      const principal = toPrincipalName(accessKeyId);
      if (principal === ADMINISTRATOR) return { accessKeyId, refuseMissing: () => undefined };
      const { required, forMissing } = this.listAccesses(request, body);
      // A request of which no access is known could do anything.
      if (required.length === 0) throw refuseUnknown(request);
      for (const access of required) this.require(principal, access);
      return {
        accessKeyId,
        refuseMissing: () => {
          if (forMissing) this.require(principal, forMissing);
        },
      };
    } catch (error) {
      const refusal =
        error instanceof Refusal ? error : new Refusal('InvalidSignature', (error as Error).message);
      report(`${request.service} ${request.action ?? request.method} was refused: ${refusal.message}`);
      throw refusal;
    }
  }

  private require(principal: string, access: Access): void {
    const lambda = this.roles.get(principal);
    if (!lambda) throw new Refusal('InvalidSignature', `the access key of ${principal} is not valid`);
    const decision = this.options.authorizer.authorize({ kind: 'role', arn: lambda.roleArn }, access);
    if (!decision.allowed) {
      throw new Refusal(
        'AccessDenied',
        `${lambda.logicalId} is not authorized to perform ${access.action} on ${access.resource} because ${decision.reason}`,
      );
    }
  }

  private listAccesses(request: ServiceRequest, body: Buffer | undefined): S3Accesses {
    const { service, action, method, path, query, headers } = request;
    if (service === 's3') {
      const accesses = listS3Accesses(request, body?.toString() ?? '');
      if (accesses) return accesses;
      throw refuseUnknown(request);
    }
    if (service === 'lambda') return { required: listLambdaAccesses(request), forMissing: undefined };
    if (service === 'ses') return { required: listSesAccesses(parseJson(body)), forMissing: undefined };
    // SQS and S3 have one server, which does not read the action of a request to another path or of another type.
    if (method !== 'POST' || path !== '/' || query.size > 0 || !JSON_TYPE.test(headers['content-type'] ?? ''))
      throw refuseUnknown(request);
    const parsed = parseJson(body);
    const name = action ?? '';
    const required =
      service === 'dynamodb'
        ? listDynamoDbAccesses(name, parsed)
        : service === 'sqs'
          ? listSqsAccesses(name, parsed)
          : service === 'ssm'
            ? listSsmAccesses(name, parsed)
            : service === 'cognito-idp'
              ? listCognitoAccesses(name, parsed)
              : listKmsAccesses(name, parsed, this.options.findKey);
    return { required, forMissing: undefined };
  }
}

/** The protocol of all services but S3, Lambda and SES: https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html */
const JSON_TYPE = /^application\/x-amz-json-1\.[01]$/;

function refuseUnknown({ service, action, method, path }: ServiceRequest): Refusal {
  const name = service === 's3' ? `${method} ${path}` : `this request to ${service} (${action ?? method})`;
  return new Refusal('AccessDenied', `the embedded runtime knows no permission for ${name}`);
}

function parseJson(body: Buffer | undefined): object {
  try {
    const parsed: unknown = JSON.parse(body?.toString() ?? '');
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // The refusal below says the same.
  }
  throw new Refusal('AccessDenied', 'the body is not a JSON object');
}
