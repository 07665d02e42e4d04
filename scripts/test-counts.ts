import { existsSync, readFileSync } from 'node:fs';

/** How many tests, or whole checks, passed and failed, and the message about them. */
export type Count = { passed: number; failed: number; failures?: string[] };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
};

type PlaywrightResult = {
  status: string;
  error?: { message?: string };
  attachments: { name: string; path?: string }[];
};

type PlaywrightSuite = {
  file: string;
  specs: { title: string; tests: { results: PlaywrightResult[] }[] }[];
  suites?: PlaywrightSuite[];
};

type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
};

/** Counts of Vitest's JSON report. A file that failed before its first test counts as one failure. */
export function countVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages = [] }) => `${name}: ${fullName}\n${(failureMessages[0] ?? '').slice(0, 1500)}`,
      ),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    failures: [...broken.map(({ name, message = '' }) => `${name}\n${message.slice(0, 1500)}`), ...failures],
  };
}

/** Counts of Playwright's JSON report. A test that passed at another try than its first has failed. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors, suites } = report as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: suites.flatMap(failuresOf),
  };
}

function failuresOf({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .filter(({ status }) => status !== 'passed' && status !== 'skipped')
      .map((result) => `${file}: ${title}\n${(result.error?.message ?? '').slice(0, 1500)}${shownAt(result)}`),
  );
  return [...failed, ...suites.flatMap(failuresOf)];
}

/** What the page showed when the test failed: an element that is not found is often explained by what is there instead. */
function shownAt({ attachments }: PlaywrightResult): string {
  return attachments
    .filter(({ name, path }) => name === 'error-context' && path !== undefined && existsSync(path))
    .map(({ path = '' }) => {
      const [, snapshot = ''] = /^```yaml\n(.*?)^```/ms.exec(readFileSync(path, 'utf8')) ?? [];
      const main = Math.max(0, snapshot.search(/^ *- main\b/m));
      return `\nThe page showed:\n${snapshot.slice(main, main + 4000)}`;
    })
    .join('\n');
}
