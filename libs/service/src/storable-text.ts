/**
 * Returns the path, as `rides.0.name`, of a text that PostgreSQL or UTF-8 refuses (NUL, lone surrogate). Empty for the value itself, null
 * without one. Names of properties count.
 */
export function findUnstorableText(value: unknown): string | null {
  // Without recursion: 64 KiB of JSON can be nested 30,000 deep.
  const open: Visit[] = [{ value, name: '', parent: null }]
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { value: seen } = visit
    if (typeof seen === 'string' && !isStorable(seen)) return toPath(visit)
    if (typeof seen !== 'object' || seen === null || ArrayBuffer.isView(seen)) continue
    for (const [name, child] of Object.entries(seen)) {
      const inside: Visit = { value: child, name, parent: visit }
      if (!isStorable(name)) return toPath(inside)
      open.push(inside)
    }
  }
  return null
}

type Visit = { value: unknown; name: string; parent: Visit | null }

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Cut to what a person can read. */
function toPath(visit: Visit): string {
  const names: string[] = []
  for (let at = visit; at.parent; at = at.parent) names.push(at.name)
  return names.toReversed().join('.').replaceAll('\0', '').toWellFormed().slice(0, 200)
}
