import type { Browser } from 'puppeteer-core';
import { findCriterion } from '../../core/wcag/criteria.ts';
import { installPeers } from '../compare/peers.ts';
import { loadPeer } from '../contestants/peer.ts';
import type { Located } from './lighthouse.ts';

/** What a rule of Alfa tested: a node of its copy of the document, or several. */
type Target = Iterable<Target> | { path(): string };

interface Outcome {
  rule: { uri: string };
  target: Target;
}
interface AlfaAct {
  Audit: { of(page: unknown, rules: unknown): { evaluate(): PromiseLike<Iterable<Outcome>> } };
  Outcome: { isFailed(outcome: Outcome): boolean; isCantTell(outcome: Outcome): boolean };
}
interface Rule {
  requirements: { toJSON(): { type: string; chapter?: string } }[];
}
interface AlfaRules {
  Rules: { values(): Iterable<Rule> };
}
interface AlfaDom {
  Node: { from(json: unknown, device: unknown): unknown };
}
interface AlfaNative {
  Native: { fromNode: { toString(): string } };
}
interface AlfaDevice {
  Device: { standard(): unknown };
}
interface AlfaHttp {
  Request: { empty(): unknown };
  Response: { empty(): unknown };
}
interface AlfaWeb {
  Page: { of(request: unknown, response: unknown, document: unknown, device: unknown): unknown };
}

/**
 * Returns what Siteimprove's Alfa reports, by URL. Alfa is no script in a page: it copies the document with its styles
 * and boxes, and tests the copy. Answers that it leaves to a person are reviews. Rules of level AAA are not used: they
 * report nearly every link as too small.
 */
export async function scanWithAlfa(
  browser: Browser,
  urls: readonly string[],
): Promise<Map<string, Located[]>> {
  await installPeers((line) => console.log(line));
  const [{ Audit, Outcome }, { Rules }, { Node }, { Native }, { Device }, http, { Page }] = await Promise.all(
    [
      loadPeer<AlfaAct>('@siteimprove/alfa-act'),
      loadPeer<AlfaRules>('@siteimprove/alfa-rules'),
      loadPeer<AlfaDom>('@siteimprove/alfa-dom'),
      loadPeer<AlfaNative>('@siteimprove/alfa-dom/native.js'),
      loadPeer<AlfaDevice>('@siteimprove/alfa-device'),
      loadPeer<AlfaHttp>('@siteimprove/alfa-http'),
      loadPeer<AlfaWeb>('@siteimprove/alfa-web'),
    ],
  );
  const device = Device.standard();
  const rules = [...Rules.values()].filter(isUsed);
  const reports = new Map<string, Located[]>();
  for (const url of urls) {
    const tab = await browser.newPage();
    await tab.setViewport({ width: 1280, height: 1024 });
    await tab.goto(url);
    const copy = await tab.evaluate(`(${Native.fromNode.toString()})()`);
    await tab.close();
    const page = Page.of(http.Request.empty(), http.Response.empty(), Node.from(copy, device), device);
    const found: Located[] = [];
    for (const outcome of await Audit.of(page, rules).evaluate()) {
      const isViolation = Outcome.isFailed(outcome);
      if (!isViolation && !Outcome.isCantTell(outcome)) continue;
      const rule = outcome.rule.uri.split('/').at(-1) ?? '';
      for (const path of listPaths(outcome.target)) found.push([isViolation, rule, toSelector(path), '']);
    }
    reports.set(url, found);
  }
  return reports;
}

/** True for a rule of a best practice, or of a success criterion of level A or AA. */
function isUsed({ requirements }: Rule): boolean {
  const levels = requirements.flatMap((requirement) => {
    const { type, chapter } = requirement.toJSON();
    return type === 'criterion' ? [findCriterion(chapter ?? '')?.level] : [];
  });
  return levels.length === 0 || levels.some((level) => level !== 'AAA');
}

function listPaths(target: Target): string[] {
  return 'path' in target ? [target.path()] : [...target].flatMap(listPaths);
}

/** Returns the selector of the element of an XPath, e.g. `html:nth-of-type(1)` for `/html[1]/@lang`. */
function toSelector(path: string): string {
  const steps = [...path.matchAll(/\/([\w-]+)\[(\d+)\]/g)];
  return steps.map(([, name, index]) => `${name}:nth-of-type(${index})`).join(' > ') || 'html';
}
