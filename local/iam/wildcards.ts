/**
 * Returns whether a text matches a pattern of a policy: `*` stands for any characters, `?` for one.
 *
 * @param pattern from a template, not from a caller
 */
export function matchesPattern(pattern: string, text: string): boolean {
  return toExpression(pattern).test(text);
}

/**
 * Returns whether an ARN matches a pattern of a policy. A wildcard does not match beyond its segment, except in the
 * last one, which may contain colons itself
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html).
 */
export function matchesArn(pattern: string, arn: string): boolean {
  if (pattern === '*') return true;
  const [patterns, segments] = [splitArn(pattern), splitArn(arn)];
  return (
    patterns.length === segments.length &&
    patterns.every((part, index) => matchesPattern(part, segments[index] ?? ''))
  );
}

const ARN_SEGMENTS = 6;

function splitArn(arn: string): string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, ARN_SEGMENTS - 1), parts.slice(ARN_SEGMENTS - 1).join(':')];
}

const expressions = new Map<string, RegExp>();

function toExpression(pattern: string): RegExp {
  let expression = expressions.get(pattern);
  if (!expression) {
    const source = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    expression = new RegExp(`^${source}$`, 's');
    expressions.set(pattern, expression);
  }
  return expression;
}
