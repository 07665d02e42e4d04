import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findBrowser } from '../browser.ts';
import { freePort } from './installation.ts';

const rounds = 3;

/** What one page costs and how it scores. Bytes of code as gzip sends them, without headers; times are medians of three. */
export interface Row {
  page: string;
  jsKb: number;
  cssKb: number;
  fontKb: number;
  requests: number;
  performance: number;
  accessibility: number;
  lcpMs: number;
  tbtMs: number;
  shift: number;
  /** Of its scripts and style sheets. */
  addresses: string[];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Runs Lighthouse's phone three times on a page, in a browser of its own. */
export async function measure(page: string, url: string, { language = 'en' } = {}): Promise<Row> {
  const port = await freePort();
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--lang=${language}`,
    ],
  });
  const extraHeaders = { 'Accept-Language': language };
  const results: Row[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const result = await lighthouse(url, {
        port,
        logLevel: 'error',
        onlyCategories: ['performance', 'accessibility'],
        extraHeaders,
      });
      if (!result) throw new Error(`no result for ${url}`);
      results.push(rowOf(page, result.lhr as unknown as Report));
    }
  } finally {
    await browser.close();
  }
  const gzipped = await gzippedSizes(results[0]?.addresses ?? []);
  return { ...medianOf(page, results), ...gzipped };
}

/** The size of a page's scripts and style sheets in gzip, whatever better compression the browser got. */
async function gzippedSizes(addresses: string[]): Promise<Pick<Row, 'jsKb' | 'cssKb'>> {
  const sizes = { jsKb: 0, cssKb: 0 };
  for (const address of addresses) {
    const response = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
    const bytes = gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
    sizes[address.endsWith('.css') ? 'cssKb' : 'jsKb'] += bytes / 1000;
  }
  return sizes;
}

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<
    string,
    { numericValue?: number; details?: { items?: { url: string; resourceType?: string; transferSize?: number }[] } }
  >;
}

function rowOf(page: string, { categories, audits }: Report): Row {
  const requests = audits['network-requests']?.details?.items ?? [];
  const kb = (type: string) =>
    requests
      .filter(({ resourceType }) => resourceType === type)
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000;
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    page,
    jsKb: kb('Script'),
    cssKb: kb('Stylesheet'),
    fontKb: kb('Font'),
    requests: requests.length,
    performance: (categories['performance']?.score ?? 0) * 100,
    accessibility: (categories['accessibility']?.score ?? 0) * 100,
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    addresses: requests.map(({ url }) => url).filter((url) => /\.(?:js|css)$/.test(url)),
  };
}

function medianOf(page: string, rows: Row[]): Row {
  const of = (key: Exclude<keyof Row, 'page' | 'addresses'>) => median(rows.map((row) => row[key]));
  return {
    page,
    jsKb: of('jsKb'),
    cssKb: of('cssKb'),
    fontKb: of('fontKb'),
    requests: of('requests'),
    performance: of('performance'),
    accessibility: of('accessibility'),
    lcpMs: of('lcpMs'),
    tbtMs: of('tbtMs'),
    shift: of('shift'),
    addresses: [],
  };
}

/** A table that can stand in docs/benchmarks.md as it is. */
export function printTable(rows: Row[]): void {
  const lines = rows.map((row) =>
    [
      row.page,
      row.jsKb.toFixed(1),
      row.cssKb.toFixed(1),
      row.fontKb.toFixed(1),
      row.requests,
      row.performance,
      row.accessibility,
      Math.round(row.lcpMs),
      Math.round(row.tbtMs),
      row.shift.toFixed(3),
    ].join(' | '),
  );
  const head = 'page | JS kB | CSS kB | fonts kB | requests | performance | accessibility | LCP ms | TBT ms | shift';
  process.stdout.write(
    `\n| ${head} |\n|---|---|---|---|---|---|---|---|---|---|\n${lines.map((line) => `| ${line} |`).join('\n')}\n`,
  );
}
