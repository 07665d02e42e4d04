interface Waiting<Asked, Answer> {
  asked: Asked;
  answer: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

/** More would keep the first of them waiting for the last. */
const largest = 64;

/**
 * Gathers what is asked at the same moment, for `together` to do in one go. One batch is under way at a time; whoever
 * arrives meanwhile goes with the next, and a lone caller waits for nobody. When a batch fails, `together` is asked for
 * each of its acts alone, so that one that is refused harms no other: an act has to bear being asked again.
 * @param together answers in the order asked
 */
export function gather<Asked, Answer>(
  together: (asked: Asked[]) => Promise<Answer[]>,
): (asked: Asked) => Promise<Answer> {
  const waiting: Waiting<Asked, Answer>[] = [];
  let underWay = false;

  async function carry(batch: Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await together(batch.map(({ asked }) => asked));
      batch.forEach(({ answer }, place) => answer(answers[place] as Answer));
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) only?.fail(error);
      else await Promise.all(batch.map((each) => carry([each])));
    }
  }

  async function carryAll(): Promise<void> {
    while (waiting.length > 0) await carry(waiting.splice(0, largest));
    underWay = false;
  }

  return (asked) =>
    new Promise<Answer>((answer, fail) => {
      waiting.push({ asked, answer, fail });
      if (underWay) return;
      underWay = true;
      // What arrives in this turn of the event loop is there when the next begins.
      setImmediate(() => void carryAll());
    });
}
