/** A value of a CloudFormation template: JSON with intrinsic functions. */
export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | TemplateValue[]
  | { [key: string]: TemplateValue | undefined };

/** What the resolver needs besides the value itself. */
export type IntrinsicsContext = {
  /** Value of `Ref` for a resource; undefined if it is unknown. */
  ref: (logicalId: string) => TemplateValue | undefined;
  /** Value of `Fn::GetAtt`; undefined if the attribute is unknown. */
  getAtt: (logicalId: string, attribute: string) => TemplateValue | undefined;
  /** Pseudo parameters (`AWS::Region` …) and the template's parameters with their values. */
  parameters: Record<string, TemplateValue>;
  /** The template's `Conditions`, unresolved. */
  conditions?: Record<string, TemplateValue>;
  /** The template's `Mappings`. */
  mappings?: Record<string, TemplateValue>;
  /** Value that a stack exports under a name; undefined if no stack does. */
  importValue?: (name: string) => TemplateValue | undefined;
};

/** An intrinsic function that cannot be resolved. The message names its path in the template. */
export class UnresolvableError extends Error {
  override name = 'UnresolvableError';
}

/** `Ref: AWS::NoValue` removes the member or element that contains it. */
const noValue = Symbol('AWS::NoValue');
type Resolved = TemplateValue | typeof noValue;

/**
 * Replaces every intrinsic function in `value` by its value.
 *
 * Supports `Ref`, `Condition` and `Fn::` GetAtt, Sub, Join, Select, Split, If, Equals, Not, And, Or, FindInMap,
 * Base64, ImportValue as the CloudFormation reference describes them.
 *
 * @param value a value of the template
 * @param path its path in the template, for error messages: `Resources.Handler.Properties`
 * @throws UnresolvableError naming the path
 */
export function resolveIntrinsics(
  value: TemplateValue,
  context: IntrinsicsContext,
  path: string,
): TemplateValue {
  const resolved = resolveAny(value, context, path);
  if (resolved === noValue) throw new UnresolvableError(`${path}: AWS::NoValue has no meaning here`);
  return resolved;
}

function resolveAny(value: TemplateValue, context: IntrinsicsContext, path: string): Resolved {
  if (Array.isArray(value)) {
    return value
      .map((item, i) => resolveAny(item, context, `${path}[${i}]`))
      .filter((item) => item !== noValue);
  }
  if (value === null || typeof value !== 'object') return value;

  const keys = Object.keys(value);
  const name = keys[0];
  if (keys.length === 1 && name !== undefined && isIntrinsic(name, value[name])) {
    return resolveIntrinsic(name, value[name] ?? null, context, path);
  }
  const result: { [key: string]: TemplateValue } = Object.create(null);
  for (const key of keys) {
    const member = value[key];
    if (member === undefined) continue;
    const resolved = resolveAny(member, context, `${path}.${key}`);
    if (resolved !== noValue) result[key] = resolved;
  }
  return result;
}

function isIntrinsic(name: string, argument: TemplateValue | undefined): boolean {
  // In a policy statement, `Condition` is an object; as an intrinsic function, it is the name of a condition.
  return (
    name.startsWith('Fn::') ||
    (name === 'Ref' && typeof argument === 'string') ||
    (name === 'Condition' && typeof argument === 'string')
  );
}

function resolveIntrinsic(
  name: string,
  argument: TemplateValue,
  context: IntrinsicsContext,
  path: string,
): Resolved {
  const here = `${path}.${name}`;
  switch (name) {
    case 'Ref':
      return resolveRef(requireString(argument, here), context, here);
    case 'Fn::GetAtt':
      return resolveGetAtt(argument, context, here);
    case 'Fn::Sub':
      return resolveSub(argument, context, here);
    case 'Fn::Join': {
      const [separator, parts] = requireList(argument, here, 2);
      const resolvedParts = requireList(resolveIntrinsics(parts ?? null, context, here), here);
      return resolvedParts
        .map((part, i) => requireString(part, `${here}[1][${i}]`))
        .join(requireString(separator ?? null, here));
    }
    case 'Fn::Select': {
      const [index, items] = requireList(argument, here, 2);
      const at = Number(requireString(resolveIntrinsics(index ?? null, context, here), here));
      const item = requireList(resolveIntrinsics(items ?? null, context, here), here)[at];
      if (item === undefined) throw new UnresolvableError(`${here}: element ${at} does not exist`);
      return item;
    }
    case 'Fn::Split': {
      const [separator, source] = requireList(argument, here, 2);
      return requireString(resolveIntrinsics(source ?? null, context, here), here).split(
        requireString(separator ?? null, here),
      );
    }
    case 'Fn::If': {
      const [condition, yes, no] = requireList(argument, here, 3);
      const branch = evaluateCondition(requireString(condition ?? null, here), context, here) ? yes : no;
      return resolveAny(branch ?? null, context, here);
    }
    case 'Fn::FindInMap': {
      const keys = requireList(resolveIntrinsics(argument, context, here), here).map((key) =>
        requireString(key, here),
      );
      let found: TemplateValue | undefined = context.mappings as TemplateValue | undefined;
      for (const key of keys) {
        found = found !== null && typeof found === 'object' && !Array.isArray(found) ? found[key] : undefined;
      }
      if (found === undefined)
        throw new UnresolvableError(`${here}: mapping ${keys.join('.')} does not exist`);
      return found;
    }
    case 'Fn::Base64':
      return Buffer.from(requireString(resolveIntrinsics(argument, context, here), here)).toString('base64');
    case 'Fn::ImportValue': {
      const exportName = requireString(resolveIntrinsics(argument, context, here), here);
      const value = context.importValue?.(exportName);
      if (value === undefined) throw new UnresolvableError(`${here}: no stack exports "${exportName}"`);
      return value;
    }
    case 'Condition':
      return evaluateCondition(requireString(argument, here), context, here);
    case 'Fn::Equals': {
      const [left, right] = requireList(argument, here, 2).map((side) =>
        resolveIntrinsics(side, context, here),
      );
      return JSON.stringify(left) === JSON.stringify(right);
    }
    case 'Fn::Not':
      return requireList(argument, here, 1).every((item) => !isTrue(item, context, here));
    case 'Fn::And':
      return requireList(argument, here).every((item) => isTrue(item, context, here));
    case 'Fn::Or':
      return requireList(argument, here).some((item) => isTrue(item, context, here));
    default:
      throw new UnresolvableError(
        `${here}: this intrinsic function is not supported by the embedded runtime`,
      );
  }
}

function resolveRef(name: string, context: IntrinsicsContext, path: string): Resolved {
  if (name === 'AWS::NoValue') return noValue;
  const value = Object.hasOwn(context.parameters, name) ? context.parameters[name] : context.ref(name);
  if (value === undefined) throw new UnresolvableError(`${path}: "${name}" is unknown`);
  return value;
}

function resolveGetAtt(argument: TemplateValue, context: IntrinsicsContext, path: string): TemplateValue {
  // JSON templates use a list. YAML's string "Id.Attribute" is allowed too.
  const [logicalId, ...rest] =
    typeof argument === 'string'
      ? argument.split('.')
      : requireList(argument, path).map((part) => requireString(part, path));
  const attribute = rest.join('.');
  const value = logicalId === undefined ? undefined : context.getAtt(logicalId, attribute);
  if (value === undefined) {
    throw new UnresolvableError(`${path}: attribute "${attribute}" of "${logicalId}" is unknown`);
  }
  return value;
}

function resolveSub(argument: TemplateValue, context: IntrinsicsContext, path: string): string {
  const [pattern, variables] = Array.isArray(argument) ? argument : [argument, {}];
  const own = resolveIntrinsics(variables ?? {}, context, path) as Record<string, TemplateValue>;
  return requireString(pattern ?? null, path).replace(
    /\$\{(!?)([^{}]+)\}/g,
    (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (Object.hasOwn(own, name)) return requireString(own[name] ?? null, path);
      const dot = name.indexOf('.');
      const value =
        dot > 0
          ? resolveGetAtt([name.slice(0, dot), name.slice(dot + 1)], context, path)
          : resolveRef(name, context, path);
      if (value === noValue) throw new UnresolvableError(`${path}: AWS::NoValue has no meaning in Fn::Sub`);
      return requireString(value, path);
    },
  );
}

function evaluateCondition(name: string, context: IntrinsicsContext, path: string): boolean {
  const condition = context.conditions?.[name];
  if (condition === undefined) throw new UnresolvableError(`${path}: condition "${name}" does not exist`);
  return isTrue(condition, context, `Conditions.${name}`);
}

function isTrue(value: TemplateValue, context: IntrinsicsContext, path: string): boolean {
  const resolved = resolveIntrinsics(value, context, path);
  return resolved === true || resolved === 'true';
}

function requireString(value: TemplateValue, path: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new UnresolvableError(`${path}: expected a string, not ${JSON.stringify(value)}`);
}

function requireList(value: TemplateValue, path: string, length?: number): TemplateValue[] {
  if (!Array.isArray(value) || (length !== undefined && value.length !== length)) {
    throw new UnresolvableError(`${path}: expected a list${length ? ` of ${length}` : ''}`);
  }
  return value;
}
