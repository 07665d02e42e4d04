import { expect, it } from 'vitest';
import { openLog } from '../monitoring/log.ts';
import { logLines } from './log-lines.ts';
import { clearLine, openSteps } from './steps.ts';

/** A terminal as a person sees it: a rewritten line leaves nothing of the one before. */
function terminal() {
  let text = '';
  return {
    write: (part: string) => void (text += part),
    all: () => text,
    lines: () => text.split('\n').map((line) => line.split(clearLine).at(-1)),
  };
}

it('keeps a line of each step, and shows its progress while it runs', async () => {
  const screen = terminal();
  const { run } = openSteps(screen);
  const count = await run(
    'Migrations',
    async (notify) => {
      notify('1 of 2');
      notify('2 of 2');
      return 2;
    },
    (applied) => `${applied} applied`,
  );
  expect(count).toBe(2);
  expect(screen.all()).toContain('1 of 2');
  expect(screen.lines()).toEqual(['  ✓ Migrations   2 applied, 0 s', '']);
});

it('names the step that failed, and passes on why', async () => {
  const screen = terminal();
  const failing = openSteps(screen).run(
    'Database',
    () => Promise.reject(new Error('no room')),
    () => '',
  );
  await expect(failing).rejects.toThrow('no room');
  expect(screen.lines()).toEqual(['  ✗ Database     ', '']);
});

it('prints nothing where there is no reader', async () => {
  expect(
    await openSteps(undefined).run(
      'Database',
      async () => 1,
      () => 'ready',
    ),
  ).toBe(1);
});

it.each([
  ['info', ['warn: the mail server is away {"attempts":2}', 'error: the books differ']],
  ['debug', ['info: audit log sealed', 'warn: the mail server is away {"attempts":2}', 'error: the books differ']],
])('the log at level %s is read by people at a terminal', (level, expected) => {
  const screen = terminal();
  const log = openLog(level, logLines(screen, level));
  log.info('audit log sealed');
  log.warn({ attempts: 2 }, 'the mail server is away');
  log.error('the books differ');
  const message = screen.lines().filter(Boolean);
  expect(message.map((line) => line?.replace(/^ {2}\d\d:\d\d:\d\d /, ''))).toEqual(expected);
});
