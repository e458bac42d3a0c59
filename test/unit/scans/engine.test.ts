import { describe, expect, it } from 'vitest';
import {
  formatEngine,
  getCommonEngine,
  isSameEngine,
  listDistinctEngines,
  severalEngines,
} from '../../../core/scans/engine.ts';

const engine = { axe: '4.14.1', browser: 'Chrome/153.0.7900.0' };
const onPhone = { ...engine, mobile: true };
const laterAxe = { ...engine, axe: '4.15.0' };
const laterBrowser = { ...engine, browser: 'Chrome/154.0.8000.0' };

describe('engines', () => {
  it('are the same if both versions are equal, with any conditions of the page', () => {
    expect(isSameEngine(engine, onPhone)).toBe(true);
    expect(isSameEngine(engine, laterAxe)).toBe(false);
    expect(isSameEngine(engine, laterBrowser)).toBe(false);
  });

  it('have a common one only if all are the same', () => {
    expect(getCommonEngine([onPhone, engine])).toEqual(engine);
    expect(getCommonEngine([engine, laterAxe])).toBe(severalEngines);
    expect(getCommonEngine([])).toBe(severalEngines);
  });

  it('are listed once each, in the order of their first occurrence', () => {
    expect(listDistinctEngines([laterAxe, onPhone, engine, laterAxe])).toEqual([laterAxe, engine]);
  });

  it('are named with every part escaped', () => {
    expect(formatEngine(engine, (name) => `<${name}>`)).toBe('<axe-core 4.14.1> in <Chrome/153.0.7900.0>');
  });
});
