type Entry = { actorId: string; action: string; lookUpId?: string | null | undefined }

/**
 * Joins the entries of one look-up of the support desk, from the trails of several services, to one line at the place of its first entry.
 * A line has at most one entry of a service. An id that comes again is another look, even if the page that sent it says otherwise.
 */
export function joinLookUps<Of extends Entry>(
  entries: (Of & { service: string })[],
): (Of & { service: string })[][] {
  const lines: (Of & { service: string })[][] = []
  const openLines = new Map<string, (Of & { service: string })[][]>()
  for (const entry of entries) {
    const { actorId, action, lookUpId, service } = entry
    const ofLookUp = lookUpId ? (openLines.get(`${actorId} ${action} ${lookUpId}`) ?? []) : []
    const line = ofLookUp.find((others) => others.every((other) => other.service !== service))
    if (line) {
      line.push(entry)
      continue
    }
    const begun = [entry]
    lines.push(begun)
    if (lookUpId) openLines.set(`${actorId} ${action} ${lookUpId}`, [...ofLookUp, begun])
  }
  return lines
}
