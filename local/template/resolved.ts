import type { TemplateResource } from './assembly.ts';
import { type IntrinsicsContext, resolveIntrinsics } from './intrinsics.ts';
import { Properties } from './properties.ts';

/** A resource of the template with its name, as `Ref` returns it, and its resolved properties. */
export type ResolvedResource = { logicalId: string; ref: string; properties: Properties };

/** Returns the resources of one type. */
export type ListResources = (type: string) => ResolvedResource[];

/** Returns a function that lists the resources of one type among those of a stack. */
export function createResourceList(
  resources: readonly (readonly [logicalId: string, resource: TemplateResource])[],
  context: IntrinsicsContext,
): ListResources {
  return (type) =>
    resources
      .filter(([, resource]) => resource.Type === type)
      .map(([logicalId, resource]) => {
        const path = `Resources.${logicalId}.Properties`;
        const resolved = resolveIntrinsics(resource.Properties ?? {}, context, path);
        return { logicalId, ref: String(context.ref(logicalId)), properties: new Properties(resolved, path) };
      });
}
