import { describe, expect, it } from 'vitest';
import { jobNames } from '#contract/jobs/endpoints.ts';
import { jobTextsOf } from '#contract/jobs/names.ts';
import { defaultLanguage } from '#contract/kernel/languages.ts';
import { readCatalogue } from './locales/catalogue.ts';
import { projectFiles } from './rules/source.ts';

const texts = [...readCatalogue(defaultLanguage).keys()];
const code = projectFiles().filter(({ path }) => path.startsWith('src/server/') && !path.endsWith('.test.ts'));
const registered = code.flatMap(({ text }) =>
  [...text.matchAll(/jobs\.every(?:Night|Day)?\('([^']+)'/g)].map(([, name]) => name),
);

describe('the catalogue of what is done by the clock', () => {
  it('has the jobs that there are', () => {
    expect(new Set(registered)).toEqual(new Set<string>(jobNames));
    expect(registered).toHaveLength(jobNames.length);
  });

  it('has a title and a sentence for each, and none for a job that there is not', () => {
    const input = jobNames.map(jobTextsOf).flatMap(({ title, text }) => [title, text]);
    expect(texts.filter((key) => /^jobs\.(name|does)_/.test(key)).toSorted()).toEqual(input.toSorted());
  });
});
