import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { fileStoreTroubles } from '../files/storage/trouble.ts';

export type Metrics = ReturnType<typeof openMetrics>;

/** The figures an operator watches, in the Prometheus format. Labels are routes and statuses, never persons. */
export function openMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'atrium_http_request_seconds',
      help: 'Time to answer a request, by endpoint and status',
      labelNames: ['endpoint', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    refusals: new Counter({
      name: 'atrium_refusals_total',
      help: 'Refused requests, by code',
      labelNames: ['code'] as const,
      registers,
    }),
    forgedRows: new Counter({
      name: 'atrium_forged_rows_total',
      help: 'Rows of people, sessions, links and keys, and entries of the audit log, that were refused because their MAC is wrong, by table',
      labelNames: ['table'] as const,
      registers,
    }),
    defects: new Counter({ name: 'atrium_defects_total', help: 'Requests that ended in a defect', registers }),
    cspViolations: new Counter({
      name: 'atrium_csp_violations_total',
      help: 'Violations of the content policy that browsers reported, by directive and blocked origin',
      labelNames: ['directive', 'blocked'] as const,
      registers,
    }),
    databaseUp: new Gauge({ name: 'atrium_database_up', help: '1 while the database answers', registers }),
    olderThanSchema: new Gauge({
      name: 'atrium_older_than_schema',
      help: '1 when a newer version has changed the schema, so that this instance no longer serves',
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'atrium_database_connections',
      help: 'Connections of this instance to the database, and calls that wait for one',
      labelNames: ['state'] as const,
      registers,
    }),
    replicaUp: new Gauge({
      name: 'atrium_database_replica_up',
      help: '1 while the standby of DATABASE_READ_URL serves reads; 0 while they go to the primary',
      registers,
    }),
    replicaReads: new Counter({
      name: 'atrium_database_replica_reads_total',
      help: 'Reads that the standby may serve, by outcome: replica where it did; else why the primary did',
      labelNames: ['outcome'] as const,
      registers,
    }),
    clockAhead: new Gauge({
      name: 'atrium_clock_ahead_seconds',
      help: 'How far the clock of this machine is ahead of that of the database',
      registers,
    }),
    diskFree: new Gauge({ name: 'atrium_disk_free_bytes', help: 'Free bytes where the data are', registers }),
    restoreProven: new Gauge({
      name: 'atrium_restore_proven_timestamp_seconds',
      help: 'When a backup was last restored to prove that it can be, in seconds since 1970',
      registers,
    }),
    backupNewest: new Gauge({
      name: 'atrium_backup_newest_timestamp_seconds',
      help: 'When the newest whole backup was made, in seconds since 1970; 0 without one; with BACKUP_AT only',
      labelNames: ['target'] as const,
      registers,
    }),
    backupProven: new Gauge({
      name: 'atrium_backup_proven_timestamp_seconds',
      help: 'When the backup was made that was restored as a test last; 0 without one; with BACKUP_AT only',
      labelNames: ['target'] as const,
      registers,
    }),
    databaseTrouble: new Counter({
      name: 'atrium_database_trouble_total',
      help: 'Requests that the database could not answer, by its code; 53100 is a full disk',
      labelNames: ['code'] as const,
      registers,
    }),
    fileStoreTrouble: fileStoreTrouble(registers),
    realtimeSockets: new Gauge({ name: 'atrium_realtime_sockets', help: 'Open sockets of browsers', registers }),
    realtimeRefusals: new Counter({
      name: 'atrium_realtime_refusals_total',
      help: 'Sockets refused or closed by the server, by close code, status or reason',
      labelNames: ['reason'] as const,
      registers,
    }),
    reconciliationFindings: new Gauge({
      name: 'atrium_reconciliation_findings',
      help: 'Broken rules, or accounts that differ, in the last comparison made here, by its kind',
      labelNames: ['kind'] as const,
      registers,
    }),
    telemetryDropped: new Counter({
      name: 'atrium_telemetry_dropped_total',
      help: 'Spans, log lines and exports of metrics that the collector did not take, by signal',
      labelNames: ['signal'] as const,
      registers,
    }),
    outboxWaiting: new Gauge({ name: 'atrium_outbox_waiting', help: 'Events that wait to be delivered', registers }),
    outboxLate: new Gauge({
      name: 'atrium_outbox_late_seconds',
      help: 'How long an event has been due without an attempt, or ten events have failed',
      registers,
    }),
  };
}

/** Begins with zero for each reason, so that the first trouble is seen as an increase. */
function fileStoreTrouble(registers: Registry[]) {
  const counter = new Counter({
    name: 'atrium_file_store_trouble_total',
    help: 'Requests that the bucket of uploaded files did not serve, by reason: away, refused or damaged',
    labelNames: ['reason'] as const,
    registers,
  });
  for (const reason of fileStoreTroubles) counter.inc({ reason }, 0);
  return counter;
}
