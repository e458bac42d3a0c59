import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { getGlobalName } from './global-name.ts';

/** The CloudFront functions: the names of their files in `edge/`. */
export type EdgeFunctionName = 'route-navigation' | 'pass-viewer-address';

/** Returns the code of a CloudFront function. */
export function readEdgeCode(name: EdgeFunctionName): string {
  return readFileSync(join(import.meta.dirname, 'edge', `${name}.js`), 'utf8');
}

/** Creates a CloudFront function. Its code is part of the template, so that the embedded runtime executes it too. */
export function createEdgeFunction(
  scope: Construct,
  id: string,
  settings: StageSettings,
  name: EdgeFunctionName,
  comment: string,
): CloudFrontFunction {
  return new CloudFrontFunction(scope, id, {
    functionName: getGlobalName(settings, name),
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(readEdgeCode(name)),
    comment,
  });
}
