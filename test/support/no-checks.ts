import type { Checks } from '../../core/findings/check.ts';

export const noChecks: Checks = { any: [], all: [], none: [] };
