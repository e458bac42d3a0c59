import { z } from 'zod';

export const count = z.number().int().min(0);

export const time = z.iso.datetime();
