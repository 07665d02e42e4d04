import { describe, expect, it } from 'vitest';
import { readManualAllotment, type ManualFault } from './manual-allotment.ts';

const bounds = {
  quota: 100,
  lotSize: 10,
  counted: new Map([
    ['500001', 80],
    ['500002', 40],
    ['500003', 0],
  ]),
};

describe('readManualAllotment', () => {
  it.each([
    'number,allotted\n500001,60\n500002,40',
    '\uFEFFnumber,allotted\r\n"500001","60"\r\nA-500002;40\r\n\r\n',
    '500001, 60\n500002 ,40\n500003,0',
  ])('reads %j', (csv) => {
    const read = readManualAllotment(csv, bounds) as Map<string, number>;
    expect([read.get('500001'), read.get('500002'), read.get('500003') ?? 0]).toEqual([60, 40, 0]);
  });

  it.each<[string, ManualFault]>([
    ['number,allotted\nsomething', { line: 2, fault: 'not_readable' }],
    ['500001,-10', { line: 1, fault: 'not_readable' }],
    ['500001,1e1', { line: 1, fault: 'not_readable' }],
    ['500009,10', { line: 1, fault: 'unknown_number' }],
    ['500001,10\n500001,10', { line: 2, fault: 'twice' }],
    ['500001,15', { line: 1, fault: 'not_whole_lots' }],
    ['500001,90', { line: 1, fault: 'more_than_counts' }],
    ['500003,10', { line: 1, fault: 'more_than_counts' }],
    ['500001,80\n500002,30', { line: 2, fault: 'over_quota' }],
  ])('does not take %j', (csv, fault) => {
    expect(readManualAllotment(csv, bounds)).toEqual(fault);
  });
});
