import type { TemplateValue } from './intrinsics.ts';

/**
 * Typed access to the resolved properties of one resource. Each getter throws an error that names the resource and
 * the property if the value has another type.
 */
export class Properties {
  private readonly values: { [key: string]: TemplateValue | undefined };
  private readonly path: string;

  constructor(value: TemplateValue | undefined, path: string) {
    if (value !== undefined && (value === null || typeof value !== 'object' || Array.isArray(value))) {
      throw new Error(`${path}: expected an object`);
    }
    this.values = value ?? {};
    this.path = path;
  }

  get keys(): string[] {
    return Object.keys(this.values);
  }

  raw(name: string): TemplateValue | undefined {
    return this.values[name];
  }

  string(name: string): string {
    return this.optionalString(name) ?? this.throwTypeError(name, 'a string');
  }

  optionalString(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined || typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return this.throwTypeError(name, 'a string');
  }

  /** CloudFormation accepts numbers as strings too. */
  number(name: string, otherwise: number): number {
    const value = this.values[name];
    if (value === undefined) return otherwise;
    const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN;
    return Number.isFinite(number) ? number : this.throwTypeError(name, 'a number');
  }

  boolean(name: string, otherwise = false): boolean {
    const value = this.values[name];
    return value === undefined ? otherwise : value === true || value === 'true';
  }

  object(name: string): Properties {
    return new Properties(this.values[name], `${this.path}.${name}`);
  }

  list(name: string): TemplateValue[] {
    const value = this.values[name];
    if (value === undefined) return [];
    return Array.isArray(value) ? value : this.throwTypeError(name, 'a list');
  }

  objects(name: string): Properties[] {
    return this.list(name).map((item, i) => new Properties(item, `${this.path}.${name}[${i}]`));
  }

  /** Returns all members as strings, as in environment variables and parameter maps. */
  strings(): Record<string, string> {
    return Object.fromEntries(this.keys.map((key) => [key, this.string(key)]));
  }

  private throwTypeError(name: string, expected: string): never {
    throw new Error(
      `${this.path}.${name}: expected ${expected}, not ${JSON.stringify(this.values[name]) ?? 'nothing'}`,
    );
  }
}
