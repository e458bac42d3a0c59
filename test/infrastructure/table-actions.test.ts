import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionNames } from './support/stub-bundles.ts';
import { idOf, permissionsOf, synthesize } from './support/synthesize.ts';

const root = join(import.meta.dirname, '..', '..');
const template = synthesize('dev');
const tables = {
  main: idOf(template, 'AWS::DynamoDB::Table', 'StoreTable'),
  audit: idOf(template, 'AWS::DynamoDB::Table', 'StoreAuditTable'),
};

/** A call of the document client, or a member of a transaction, and the text after it. */
const USE =
  /(?:new (?<command>Get|BatchGet|Query|Put|Update|Delete)Command|(?<page>paginateQuery))\d*\((?<call>[^;]{0,300})|\b(?<member>Put|Update|Delete|ConditionCheck): \{(?<item>[^}]{0,60})/g;

/** Returns the actions that code contains, as `action on table`. A call on a table's index is a call on the table. */
function actionsIn(code: string): string[] {
  const body = code.replace(/^import [^;]*;$/gm, '');
  const actions = [...body.matchAll(USE)].map(({ groups = {} }) => {
    const { command, member } = groups;
    const table = /getAuditTable/.test(groups.call ?? groups.item ?? '') ? 'audit' : 'main';
    return `${command === undefined && member === undefined ? 'Query' : `${command ?? member}Item`} on ${table}`;
  });
  return [...new Set(actions.map((action) => action.replace('QueryItem', 'Query')))].sort();
}

function granted(name: string): string[] {
  const statements = permissionsOf(template, name);
  const actions = Object.entries(tables).flatMap(([table, id]) =>
    statements
      .filter(({ resources }) => resources.some((resource) => resource.startsWith(`<${id}.Arn>`)))
      .flatMap((statement) =>
        statement.actions.map((action) => `${action.replace('dynamodb:', '')} on ${table}`),
      ),
  );
  return [...new Set(actions)].sort();
}

/**
 * Permissions that calls on the bucket need: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations.html, on
 * the page of each call.
 */
const bucketActions: Record<string, string[]> = {
  GetObject: ['GetObject'],
  HeadObject: ['GetObject'],
  PutObject: ['PutObject'],
  CopyObject: ['GetObject', 'PutObject'],
  DeleteObjects: ['DeleteObject'],
  ListObjectsV2: ['ListBucket'],
};
const bucketCall = new RegExp(`new (${Object.keys(bucketActions).join('|')})Command\\d*\\(`, 'g');

function bucketActionsIn(code: string): string[] {
  const calls = [...code.matchAll(bucketCall)].flatMap(([, call = '']) => bucketActions[call] ?? []);
  if (code.includes('TaggingDirective:')) calls.push('PutObjectTagging');
  return [...new Set(calls)].sort();
}

function grantedOnBucket(name: string): string[] {
  const actions = permissionsOf(template, name).flatMap((statement) => statement.actions);
  return [...new Set(actions)].flatMap((action) => (action.startsWith('s3:') ? action.slice(3) : [])).sort();
}

const code = new Map<string, string>();
const written = functionNames.filter((name) => existsSync(join(root, 'functions', name, 'handler.ts')));

describe('the permissions on the tables and the bucket', () => {
  beforeAll(async () => {
    // Tree shaking removes code that a function cannot reach; packages stay external, so that only our own calls
    // remain.
    const { outputFiles } = await build({
      entryPoints: Object.fromEntries(
        functionNames.map((name) => [name, join(root, 'functions', name, 'handler.ts')]),
      ),
      outdir: join(root, 'dist'),
      write: false,
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node24',
      charset: 'utf8',
    });
    for (const file of outputFiles) code.set(basename(file.path, '.js'), file.text);
  });

  it.each(written)('of %s are exactly those that its code uses', (name) => {
    expect(granted(name)).toEqual(actionsIn(code.get(name) ?? ''));
    const [onBucket, used] = [grantedOnBucket(name), bucketActionsIn(code.get(name) ?? '')];
    // S3 reports a missing object as 404 only to callers with ListBucket, so a function may have ListBucket for that
    // alone.
    const forMissingObjects =
      used.includes('GetObject') && !used.includes('ListBucket') ? ['ListBucket'] : [];
    expect(onBucket.filter((action) => !forMissingObjects.includes(action))).toEqual(used);
  });
});
