import { z } from 'zod';
import { type ProblemCode, problemCodes, problems } from './problems.ts';

/** Maximum number of errors in a response; a small request can have very many. */
const ERRORS_MAX = 50;

/** One thing wrong with a request. */
const requestErrorSchema = z
  .object({
    path: z.string().meta({
      description:
        'Location of the error: a member of the body (`config.rules[0]`), a query parameter (`query.limit`) or a header (`header.Idempotency-Key`); empty for the body as a whole.',
    }),
    message: z.string().meta({ description: 'What is wrong, for people.' }),
    allowed: z
      .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .optional()
      .meta({ description: 'The allowed values.' }),
  })
  .meta({ id: 'RequestError', description: 'One thing wrong with a request.' });
export type RequestError = z.infer<typeof requestErrorSchema>;

/** The body of every response that is not a success (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string().meta({ description: getProblemType('<code>'), format: 'uri' }),
    title: z
      .string()
      .meta({ description: 'The kind of problem, for people; the same for all problems with this code.' }),
    status: z.number().int().meta({ description: 'The HTTP status of the response.' }),
    detail: z.string().meta({ description: 'What is wrong and how to correct it, for people.' }),
    code: z.enum(problemCodes).meta({ description: 'Stable code, for programs.' }),
    instance: z.string().meta({ description: 'urn:uuid:<X-Request-Id>', format: 'uri' }),
    errors: z
      .array(requestErrorSchema)
      .optional()
      .meta({
        description: `The errors of the request, if the request is the problem; at most the first ${ERRORS_MAX}.`,
      }),
  })
  .meta({ id: 'Problem', description: 'Why a call did not succeed (RFC 9457).' });
export type ProblemBody = z.infer<typeof problemSchema>;

/**
 * Error that ends a call with a problem. `detail` is shown to the caller, so it must not contain internal information.
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: RequestError[] | undefined;
  /** Additional headers of the response, e.g. `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string = problems[code].meaning,
    extra: { errors?: RequestError[]; headers?: Record<string, string> } = {},
  ) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.errors = extra.errors;
    this.headers = extra.headers ?? {};
  }
}

function describeErrorList(count: number): string {
  return count > ERRORS_MAX ? `errors has the first ${ERRORS_MAX}` : 'see errors';
}

/** Returns the problem for a request with these errors. It lists the first 50 of them and states the total number. */
export function createInvalidRequest(errors: RequestError[]): Problem {
  const [first] = errors;
  const where = first?.path ? `${first.path} ` : '';
  const more =
    errors.length > 1 ? ` (and ${errors.length - 1} more, ${describeErrorList(errors.length)})` : '';
  const sentence = `${where}${first?.message ?? 'is not valid'}${more}`;
  return new Problem('invalid-request', /[.?!]$/.test(sentence) ? sentence : `${sentence}.`, {
    errors: errors.slice(0, ERRORS_MAX),
  });
}

/** Returns the type of a problem, a URN. @param code a problem code, or a template placeholder */
export function getProblemType(code: string): string {
  return `urn:a11y-scan:problem:${code}`;
}

/** Returns the body of a problem response. @param requestId a UUID */
export function buildProblemBody(problem: Problem, requestId: string): ProblemBody {
  const { status, title } = problems[problem.code];
  return {
    type: getProblemType(problem.code),
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    instance: `urn:uuid:${requestId}`,
    ...(problem.errors ? { errors: problem.errors } : {}),
  };
}
