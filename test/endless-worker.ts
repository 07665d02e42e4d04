import { answerAsked } from '#server/platform/thread-messages.ts';

// A thread that never ends what it is asked for, when it is asked for that.
answerAsked(({ endless }: { endless: boolean }) => {
  for (;;) if (!endless) return 'done';
});
