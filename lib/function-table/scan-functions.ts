import type { defineBrowserFunction } from './browser-function.ts';
import type { defineDeliveryFunctions } from './delivery-functions.ts';
import type { defineEventFunctions } from './event-functions.ts';
import type { defineMailFunctions } from './mail-functions.ts';
import type { defineRetentionFunctions } from './retention-functions.ts';
import type { defineWorkflowFunctions } from './workflow-functions.ts';

/** The names of all functions that no call of the API invokes. */
export type ScanFunctionName = keyof (ReturnType<typeof defineBrowserFunction> &
  ReturnType<typeof defineWorkflowFunctions> &
  ReturnType<typeof defineRetentionFunctions> &
  ReturnType<typeof defineEventFunctions> &
  ReturnType<typeof defineDeliveryFunctions> &
  ReturnType<typeof defineMailFunctions>);
