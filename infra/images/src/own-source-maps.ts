import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type SourceMap = { sources: string[]; names: string[]; mappings: string }

/**
 * Leaves in the source maps of a folder the lines of our own sources. Node keeps every segment of a map in memory from the first error on.
 * Those of all packages and columns were 180 MB of the image `all-in-one`.
 */
export function keepOwnSources(folder: string): void {
  for (const file of globSync('*.map', { cwd: folder })) {
    const path = join(folder, file)
    const map = JSON.parse(readFileSync(path, 'utf8')) as SourceMap
    writeFileSync(path, JSON.stringify(withOwnSources(map)))
  }
}

function withOwnSources(map: SourceMap): SourceMap {
  const own = map.sources.map((source) => !source.includes('/node_modules/'))
  return {
    ...map,
    names: [],
    // Their numbers are in the segments.
    sources: map.sources.map((source, index) => (own[index] ? source : '')),
    mappings: encode(decode(map.mappings).map((line) => withOwnLines(line, own))),
  }
}

/** The first segment of each line of a source, and where a package follows one, a segment without a source. */
function withOwnLines(segments: SourceMapSegment[], own: boolean[]): SourceMapSegment[] {
  const kept: SourceMapSegment[] = []
  for (const segment of segments) {
    const last = kept.at(-1)
    if (segment.length === 1 || !own[segment[1]]) {
      if (last && last.length > 1) kept.push([segment[0]])
    } else if (!last || last.length === 1 || last[1] !== segment[1] || last[2] !== segment[2]) {
      kept.push([segment[0], segment[1], segment[2], segment[3]])
    }
  }
  return kept
}
