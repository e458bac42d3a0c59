import { matchesArn, matchesPattern } from './wildcards.ts';

/** Values of condition keys of one request, by the keys in lower case. A key without values is missing. */
export type Context = Readonly<Record<string, readonly string[]>>;

/** One test of a condition element: this operator on the values of this key. */
export type Condition = {
  operator: string;
  quantifier: 'ForAllValues' | 'ForAnyValue' | undefined;
  ifExists: boolean;
  /** In lower case. */
  key: string;
  values: readonly string[];
};

type Comparison = {
  matches: (expected: string, actual: string) => boolean;
  /** Whether the test is true if no expected value matches. */
  negated?: boolean;
};

const equal = (expected: string, actual: string) => expected === actual;
const equalIgnoringCase = (expected: string, actual: string) =>
  expected.toLowerCase() === actual.toLowerCase();

/**
 * The supported operators. A policy with any other operator is refused when it is read:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
const comparisons: Readonly<Record<string, Comparison>> = {
  StringEquals: { matches: equal },
  StringNotEquals: { matches: equal, negated: true },
  StringLike: { matches: matchesPattern },
  StringNotLike: { matches: matchesPattern, negated: true },
  ArnEquals: { matches: matchesArn },
  ArnLike: { matches: matchesArn },
  Bool: { matches: equalIgnoringCase },
  NumericLessThan: { matches: (expected, actual) => Number(actual) < Number(expected) },
};

/** The condition keys that requests have values for: see `requests/` and `authorizer.ts`. `*` ends a family of keys. */
const knownKeys = [
  'aws:PrincipalAccount',
  'aws:PrincipalArn',
  'aws:SecureTransport',
  'aws:SourceAccount',
  'aws:SourceArn',
  'dynamodb:LeadingKeys',
  'kms:EncryptionContext:*',
  'kms:EncryptionContextKeys',
  's3:delimiter',
  's3:max-keys',
  's3:prefix',
  's3:TlsVersion',
  'ses:FromAddress',
].map((key) => key.toLowerCase());

/**
 * Parses the `Condition` element of a statement.
 *
 * @param where names the statement in errors
 * @throws Error if an operator, a condition key or a policy variable is not supported. Ignoring one would decide
 *   otherwise than AWS.
 */
export function parseConditions(element: unknown, where: string): Condition[] {
  return Object.entries((element ?? {}) as Record<string, Record<string, unknown>>).flatMap(
    ([name, tests]) => {
      const [, quantifier, operator = '', exists] =
        /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(name) ?? [];
      if (operator !== 'Null' && !Object.hasOwn(comparisons, operator))
        throw new Error(`${where}: the embedded runtime cannot evaluate the condition operator ${name}`);
      return Object.entries(tests).map(([key, value]) => {
        if (!knownKeys.some((known) => matchesPattern(known, key.toLowerCase())))
          throw new Error(`${where}: the embedded runtime cannot evaluate the condition key ${key}`);
        const values = [value].flat().map(String);
        for (const text of values) refuseVariables(text, where);
        return {
          operator,
          quantifier: quantifier as Condition['quantifier'],
          ifExists: exists !== undefined,
          key: key.toLowerCase(),
          values,
        };
      });
    },
  );
}

/** @throws Error if the text contains a policy variable such as `${aws:username}` */
export function refuseVariables(text: string, where: string): void {
  if (text.includes('${'))
    throw new Error(`${where}: the embedded runtime does not support the policy variable in ${text}`);
}

/** Returns whether a request meets all conditions of a statement. */
export function meetsConditions(conditions: readonly Condition[], context: Context): boolean {
  return conditions.every((condition) => meets(condition, context[condition.key] ?? []));
}

function meets({ operator, quantifier, ifExists, values }: Condition, actual: readonly string[]): boolean {
  const isMissing = actual.length === 0;
  if (operator === 'Null') return values.some((value) => (value === 'true') === isMissing);
  // For a missing key, ForAllValues is true and ForAnyValue is false.
  if (isMissing && quantifier !== undefined) return quantifier === 'ForAllValues' || ifExists;
  const { matches, negated = false } = comparisons[operator] as Comparison;
  if (isMissing) return ifExists || negated;
  const isMet = (value: string) => values.some((expected) => matches(expected, value)) !== negated;
  return quantifier === 'ForAllValues' ? actual.every(isMet) : actual.some(isMet);
}
