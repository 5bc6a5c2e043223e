/** A start that outlasts its hook would go on and leave its processes behind. */

/** Rejects when the signal aborts. The work goes on without its caller: what it stands on is ended. */
export const unlessAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ])

/** Starts what a hook waits for, so that a later hook can end it, also where it is not whole. */
export function startAbortable<World>(start: (signal: AbortSignal) => Promise<World>) {
  const givingUp = new AbortController()
  const world = start(givingUp.signal)
  return {
    world,
    async giveUp(): Promise<void> {
      givingUp.abort(new Error('The start took too long'))
      await world.catch(() => {})
    },
  }
}
