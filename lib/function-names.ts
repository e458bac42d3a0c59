/** Every Lambda function of the service: each is a folder under `functions/` whose `handler.ts` exports `handler`. */
export const functionNames = [
  'authorize',
  'list-sites',
  'create-site',
  'get-site',
  'update-site',
  'delete-site',
  'trigger-scan',
  'list-scans',
  'get-scan',
  'cancel-scan',
  'get-report',
  'list-rule-sets',
  'get-openapi',
  'get-health',
  'refuse-method',
  'plan-scan',
  'scan-pages',
  'record-outcomes',
  'finish-scan',
  'sweep-scans',
  'settle-dead-letters',
] as const;

export type FunctionName = (typeof functionNames)[number];
