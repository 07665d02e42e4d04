import type { App } from '../../app.ts';
import { refuse } from '../../refusal.ts';
import { limitHere } from '../limits/count-here.ts';
import { readViolations, type Violation } from './csp-report.ts';
import { nameIn } from '../own-host.ts';

/** Where browsers report what the content policy blocked. */
export const cspReportPath = '/api/csp-reports';

const group = 'csp';

/** The end of a content policy: `report-to` for browsers that have the Reporting API, `report-uri` for the others. */
export const reportDirectives = { 'report-uri': [cspReportPath], 'report-to': [group] };

export const reportingEndpoints = `${group}="${cspReportPath}"`;

const bodyLimitBytes = 32 * 1024;
/** Requests of one network. */
const max = { hits: 60, windowS: 60 };
const hourMs = 3_600_000;
/** Anyone may send reports, so they can create only a few labels of a metric and lines of the log. */
const maxBlockedLabels = 50;
const maxLinesPerHour = 100;

/**
 * Accepts violations of the content policy: without a session, without the database. Each is counted by directive and
 * blocked origin, and each distinct shape is logged once an hour.
 */
export function serveCspReports(app: Pick<App, 'http' | 'clock' | 'config' | 'metrics' | 'log'>): void {
  const { config } = app;
  const limit = limitHere(app, max);
  const note = noteViolations(app);
  const isOwn = (host: string) => config.hosts.includes(nameIn(host));
  void app.http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parse = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser(['application/csp-report', 'application/reports+json'], { parseAs: 'string' }, parse);
    scope.addHook('onRequest', async ({ ip }) => limit.hit(ip));
    // A browser sends its cookies along, but no page can add the header; nothing here goes by them.
    const options = { config: { antiForgery: false }, bodyLimit: bodyLimitBytes };
    scope.post(cspReportPath, options, async (request, reply) => {
      const violations = readViolations(request.body, isOwn);
      if (!violations) throw refuse('http.malformed');
      for (const violation of violations) note(violation);
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}

function noteViolations({ clock, metrics, log }: Pick<App, 'clock' | 'metrics' | 'log'>) {
  const labels = new Set<string>();
  const logged = { hour: 0, shapes: new Set<string>() };

  function labelOf(blocked: string): string {
    if (labels.size < maxBlockedLabels) labels.add(blocked);
    return labels.has(blocked) ? blocked : 'other';
  }

  return (violation: Violation): void => {
    metrics.cspViolations.inc({ directive: violation.directive, blocked: labelOf(violation.blocked) });
    const hour = Math.floor(clock.now().getTime() / hourMs);
    if (hour !== logged.hour) Object.assign(logged, { hour, shapes: new Set() });
    const shape = JSON.stringify(violation);
    if (logged.shapes.has(shape) || logged.shapes.size >= maxLinesPerHour) return;
    logged.shapes.add(shape);
    log.warn({ csp: violation }, 'a page violated the content policy');
  };
}
