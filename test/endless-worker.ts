import { serveThread } from '#server/platform/thread-messages.ts';

// A thread that never ends its task.
serveThread(({ endless }: { endless: boolean }) => {
  for (;;) if (!endless) return 'done';
});
