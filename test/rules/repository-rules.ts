import { basename } from 'node:path';
import type { Rule } from './rule.ts';
import { matches } from './source.ts';

const isMigration = (path: string) => path.startsWith('migrations/');

/** Rules about the repository as a whole. */
export const repositoryRules: Rule[] = [
  {
    name: 'no path of one machine and no registry',
    covers: (path) => !path.startsWith('test/rules/repository-rules'),
    find: ({ text }) => [
      ...matches(text, /(?<![\w.])(\/(?:home|Users|root)\/\w+\/)/g, 'path of one machine'),
      ...matches(text, /^\s*(?:@\S+:)?(registry\s*=.*)$/gm, 'registry'),
      ...matches(text, /(https?:\/\/(?:registry\.|npm\.|nexus\.|artifactory\.|verdaccio)[^\s/"']*)/g, 'registry'),
    ],
    bad: [
      { path: 'docs/x.md', text: 'See /home/anna/atrium.' },
      { path: '.npmrc', text: 'registry=https://example.org/' },
    ],
  },
  {
    name: 'the lock names no host',
    covers: (path) => path === 'package-lock.json',
    find: ({ text }) => matches(text, /"resolved": "(.*)"/g, 'resolved'),
    bad: [{ path: 'package-lock.json', text: '"resolved": "https://example.org/x.tgz"' }],
  },
  {
    name: 'migrations are numbered, each number once, and say why',
    covers: isMigration,
    find: ({ path, text }, files) => {
      const numbers = files.filter((file) => isMigration(file.path)).map((file) => basename(file.path).slice(0, 4));
      const own = numbers.filter((number) => number === basename(path).slice(0, 4)).length;
      const numbered = /^\d{4}_[a-z\d_]+\.sql$/.test(basename(path)) && own === 1;
      return [
        ...(numbered ? [] : [{ at: 0, what: 'not a number of its own' }]),
        ...(text.startsWith('-- ') ? [] : [{ at: 0, what: 'no sentence of why on top' }]),
      ];
    },
    bad: [
      { path: 'migrations/7_wallets.sql', text: '-- Wallets hold money.' },
      { path: 'migrations/0001_wallets.sql', text: 'create table wallets ();' },
    ],
  },
];
