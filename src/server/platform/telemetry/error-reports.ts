import { randomUUID } from 'node:crypto';
import type { ErrorReportPlan } from '../config/telemetry.ts';
import { exchange } from '../outbound/exchange.ts';
import { withCopies, type LogLine } from './log-line.ts';
import { ownVersion } from '../monitoring/own-version.ts';
import { scrub } from './scrub.ts';
import type { Telemetry } from './telemetry.ts';
import { outsideSpans } from './trace.ts';

const warnLevel = 40;
/** Of all errors, and of one that repeats: a failing provider must not hide what else fails. */
const mostPerMinute = 10;
const minuteMs = 60_000;
const timeoutMs = 5000;
const connectMs = 3000;
const longestPauseMs = 3_600_000;
const maxAnswerBytes = 16 * 1024;
/** A stopping process waits no longer. */
const flushMs = 2000;

/**
 * Sends each unexpected error that the log has, such as a defect, a failed job or an event that was not delivered, to a
 * service with the interface of Sentry: its class, its place in the code, and its message without values.
 */
export function openErrorReports(plan: ErrorReportPlan): Telemetry {
  const sending = new Set<Promise<void>>();
  let sent: { at: number; what: string }[] = [];
  let pausedUntil = 0;

  function take(line: Reported): void {
    const now = performance.now();
    if (now < pausedUntil || sending.size >= mostPerMinute) return;
    sent = sent.filter(({ at }) => at > now - minuteMs);
    const what = `${line.msg} ${line.err.type} ${line.err.frames[0] ?? line.err.message}`;
    if (sent.length >= mostPerMinute || sent.some((each) => each.what === what)) return;
    sent.push({ at: now, what });
    const report: Promise<void> = post(plan, envelopeOf(line, plan)).then((pauseMs) => {
      if (pauseMs > 0) pausedUntil = performance.now() + Math.min(pauseMs, longestPauseMs);
      sending.delete(report);
    });
    sending.add(report);
  }

  return {
    tee: (into) =>
      withCopies(into, (line) => {
        if (line.err && line.level >= warnLevel) take({ ...line, err: line.err });
      }),
    follow() {},
    async stop() {
      const late = new Promise<void>((done) => void setTimeout(done, flushMs).unref());
      await Promise.race([Promise.all(sending), late]);
    },
  };
}

/** @returns for how many milliseconds the service wants no more. Never throws. */
async function post({ url, key }: ErrorReportPlan, envelope: string): Promise<number> {
  const answer = await outsideSpans(() =>
    exchange(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=atrium/1, sentry_key=${key}`,
      },
      body: Buffer.from(envelope),
      connectMs,
      timeoutMs,
      maxBytes: maxAnswerBytes,
      // It is the operator's own choice, often in the same network.
      allowLocal: true,
      allowOwn: true,
    }),
  );
  if (answer.failure !== null || answer.status !== 429) return 0;
  const seconds = Number(answer.headers['retry-after']);
  return seconds > 0 ? seconds * 1000 : minuteMs;
}

type Reported = LogLine & { err: NonNullable<LogLine['err']> };

function envelopeOf(line: Reported, { environment }: ErrorReportPlan): string {
  const { err, msg, time, level, trace_id, span_id } = line;
  const id = randomUUID().replaceAll('-', '');
  const place = line.endpoint ?? line.job ?? line.event;
  const tags = { code: err.code, request_id: line.requestId };
  const event = {
    event_id: id,
    timestamp: time,
    platform: 'node',
    level: level > warnLevel ? 'error' : 'warning',
    environment,
    release: `atrium@${ownVersion()}`,
    logger: msg,
    ...(place === undefined ? {} : { transaction: place }),
    tags: Object.fromEntries(Object.entries(tags).filter(([, value]) => typeof value === 'string')),
    ...(trace_id === undefined ? {} : { contexts: { trace: { trace_id, span_id } } }),
    exception: {
      values: [{ type: err.type, value: scrub(err.message ?? ''), stacktrace: { frames: framesOf(err.frames) } }],
    },
  };
  const header = { event_id: id, sent_at: time };
  return [header, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n');
}

/** The innermost last, as this interface has it. */
const framesOf = (lines: readonly string[]) =>
  lines
    .map((line) => /^\s+at (?:(.+?) \()?(.*?):(\d+):(\d+)\)?$/.exec(line))
    .flatMap((parts) => {
      if (!parts) return [];
      const [, name, file = '', lineno, colno] = parts;
      return {
        function: name,
        filename: file.replace(/^.*?(?=(?:src|dist|node_modules)\/)/, ''),
        lineno: Number(lineno),
        colno: Number(colno),
      };
    })
    .toReversed();
