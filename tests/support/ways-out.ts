const ends = new Set<() => void>()

/** Runs `end`, which may not wait, if this process ends before what it started was stopped. Returns what forgets it. */
export function onWayOut(end: () => void): () => void {
  if (ends.size === 0) process.once('exit', endAll)
  ends.add(end)
  return () => {
    ends.delete(end)
    if (ends.size === 0) process.off('exit', endAll)
  }
}

function endAll(): void {
  for (const end of ends) end()
}

/** A signal ends a command as its last line does; without a handler Node ends at once, and what it started would go on. */
export function exitOnSignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}
