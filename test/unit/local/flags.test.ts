import { describe, expect, it } from 'vitest';
import { readFlags } from '../../../local/flags.ts';

const allowed = (...args: string[]) => readFlags(args, {}).allowLoopback;

describe('--allow-loopback of npm start', () => {
  it('allows no port besides that of the demo site if it is not given', () => {
    expect(allowed()).toEqual([]);
  });

  it('allows ports, or all of them', () => {
    expect(allowed('--allow-loopback', '8080')).toEqual([8080]);
    expect(allowed('--allow-loopback', '8080,5173, 1')).toEqual([8080, 5173, 1]);
    expect(allowed('--allow-loopback', 'all')).toBe('all');
  });

  it.each(['', '0', '65536', '*', '80-90', '80,', 'localhost:80', '1e3'])('refuses %j', (ports) => {
    expect(() => allowed('--allow-loopback', ports)).toThrow(
      '--allow-loopback must be ports separated by commas',
    );
  });
});
