import { expect, it } from 'vitest';
import { startProblem } from './start-problem.ts';

const index = { port: 3000, host: '127.0.0.1', dataDir: './data' };
const failed = (details: object, message = 'failed') => Object.assign(new Error(message), details);

it.each<[error: unknown, sentence: RegExp]>([
  [failed({ code: 'EADDRINUSE', syscall: 'listen' }), /^Port 3000 is taken.*PORT=3001 bin\/start$/],
  [failed({ code: 'EADDRNOTAVAIL', syscall: 'listen' }), /^HOST=127\.0\.0\.1 is no address/],
  [failed({ code: 'EACCES', syscall: 'listen' }), /^This account may not listen on port 3000/],
  [failed({ code: 'EACCES', syscall: 'mkdir', path: '/srv/data' }), /^\/srv\/data cannot be written to.*DATA_DIR=/],
  [failed({ code: 'EEXIST', syscall: 'mkdir', path: '/srv/data' }), /^\/srv\/data is a file.*DATA_DIR=/],
  [failed({ code: 'ENOENT', syscall: 'mkdir', path: '/proc/x' }), /^\/proc\/x cannot be made there.*DATA_DIR=/],
  [failed({ code: 'EROFS', syscall: 'open', path: '/srv/data/x' }), /^\/srv\/data\/x cannot be written to/],
  [failed({ code: 1, stderr: 'initdb: error: could not create directory: Permission denied' }), /^\.\/data cannot be/],
  [
    failed({ code: 'ECONNREFUSED', syscall: 'connect' }, 'connect ECONNREFUSED ::1:5432'),
    /^The database of DATABASE_URL cannot be reached \(connect ECONNREFUSED ::1:5432\)/,
  ],
  [
    Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]), { code: 'ECONNREFUSED' }),
    /^The database of DATABASE_URL cannot be reached \(connect ECONNREFUSED ::1:5432\)/,
  ],
  [failed({ code: 'ENOSPC', syscall: 'write' }), /^The disk of \.\/data is full/],
  [failed({ code: '53100' }, 'could not extend file: No space left on device'), /^The disk of \.\/data is full/],
])('%o is explained in a sentence with what to do', (error, sentence) => {
  const text = startProblem(error, index) ?? '';
  expect(text).toMatch(sentence);
  expect(text).not.toContain('\n');
});

it('leaves other failures to their own words', () => {
  expect(startProblem(new Error('Migration 0002 failed'), index)).toBeUndefined();
  expect(startProblem(undefined, index)).toBeUndefined();
});
