import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface ResponseSpec {
  headers?: Record<string, { required?: boolean; $ref?: string }>;
  content?: Record<string, { schema?: object }>;
  $ref?: string;
}

/** One response of the API, with its body read. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  json: Body;
}

/** The part of an OpenAPI 3.1 document that responses are validated against. */
export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { responses: Record<string, ResponseSpec> }>>;
  components?: { responses?: Record<string, ResponseSpec>; headers?: Record<string, { required?: boolean }> };
}

/** Problem codes of responses that the gateway sends before it knows which operation is called. */
const gatewayCodes = ['route-not-found', 'method-not-allowed'];

/** Validates responses against the OpenAPI document. */
export class ResponseContract {
  private readonly ajv = new Ajv2020.default({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly document: OpenApi;
  private readonly templates: { template: string; shape: RegExp }[];

  constructor(document: OpenApi) {
    this.document = document;
    this.templates = Object.keys(document.paths).map((template) => ({
      template,
      shape: buildShape(template),
    }));
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'openapi');
  }

  /** @throws Error that states which part of the response the document does not allow */
  check(method: string, pathAndQuery: string, answer: Answer): void {
    const what = `${method} ${pathAndQuery} → ${answer.status}`;
    const code = (answer.json as { code?: string } | undefined)?.code;
    const path = pathAndQuery.split('?')[0] ?? '';
    // A path without parameters is found before one with them, as in the gateway.
    const template =
      path in this.document.paths ? path : this.templates.find(({ shape }) => shape.test(path))?.template;
    const operation = template && this.document.paths[template]?.[method.toLowerCase()];
    if (!template || !operation) {
      if (!gatewayCodes.includes(code ?? '')) throw new Error(`${what}: the call is not in the document`);
      return;
    }
    const pointer = ['paths', template, method.toLowerCase(), 'responses', String(answer.status)];
    const response = this.resolve(operation.responses[String(answer.status)]);
    if (!response)
      throw new Error(`${what}: the status is not in the document: ${answer.text.slice(0, 300)}`);
    this.checkHeaders(what, response, answer.headers);
    this.checkBody(what, pointer, operation.responses[String(answer.status)], answer);
  }

  private checkHeaders(what: string, response: ResponseSpec, headers: Headers): void {
    for (const [name, spec] of Object.entries(response.headers ?? {})) {
      const header = spec.$ref
        ? this.document.components?.headers?.[spec.$ref.split('/').at(-1) ?? '']
        : spec;
      if (header?.required && !headers.has(name)) throw new Error(`${what}: the header ${name} is missing`);
    }
  }

  private checkBody(what: string, pointer: string[], spec: ResponseSpec | undefined, answer: Answer): void {
    const content = this.resolve(spec)?.content;
    if (!content) {
      if (answer.text !== '') throw new Error(`${what}: the document knows no body here`);
      return;
    }
    const mediaType = answer.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
    if (!content[mediaType])
      throw new Error(`${what}: the document knows no ${mediaType || 'body without type'} here`);
    if (answer.json === undefined) return;
    const at = spec?.$ref ? spec.$ref.slice(2).split('/') : pointer;
    const validate = this.validator([...at, 'content', mediaType, 'schema']);
    if (!validate(answer.json)) {
      throw new Error(`${what}: ${this.ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`);
    }
  }

  private validator(pointer: string[]): ValidateFunction {
    const ref = `openapi#/${pointer.map(encodePointer).join('/')}`;
    const known = this.validators.get(ref) ?? this.ajv.compile({ $ref: ref });
    this.validators.set(ref, known);
    return known;
  }

  private resolve(response: ResponseSpec | undefined): ResponseSpec | undefined {
    return response?.$ref
      ? this.document.components?.responses?.[response.$ref.split('/').at(-1) ?? '']
      : response;
  }
}

function buildShape(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

function encodePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
